// One network interface over several personalities, bound by type (EPOS; the CLIP thesis, 4.1 and figures 4.3 and 4.4).
//
// epos::Network<Personality, Delivery, Access> sends and receives messages of bytes through Active Messages, BIP, PM or
// CLIP. A scenario adapter for each personality makes up for what it lacks: AM's handlers become a receive, BIP's words
// carry a length in bytes, PM's buffers of 8 KiB carry longer messages in parts, CLIP needs nothing. The binding is a
// type, so a program contains the code of the personality that it names, and no call is indirect:
//
//   epos::Network<epos::BIP> network;
//   network.send(data, 1, bytes);
//   std::size_t got = network.receive(into, room);
//
// The personality itself is at hand, too: network.personality().rcv(words, count). Delivery is epos::Guaranteed, or
// epos::Unguaranteed, whose short messages are dropped if the receiver has no room; a longer one arrives whole. Access is
// epos::Exclusive, or epos::Shared for several threads: one sends at a time, and one receives at a time, so that a thread
// may wait for a message while others send. Needs C++17; link with -lclump.
#ifndef CLUMP_EPOS_HPP
#define CLUMP_EPOS_HPP

#include <am.h>
#include <bip.h>
#include <clip.h>
#include <clump.h>
#include <pm.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace epos {

// A call of the library has failed; what() is its sentence.
class Error : public std::runtime_error {
 public:
  explicit Error(int code) : std::runtime_error(clump_error_text()), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

inline int check(int result) {
  if (result < 0) throw Error(result);
  return result;
}

// Delivery: each message arrives, and its send waits for room.
struct Guaranteed {
  struct Choice {};
};
// Delivery: a message of up to 4096 bytes that finds no room is dropped. dropped() counts them.
struct Unguaranteed {
  class Choice {
   public:
    Choice() : before_(clump_guaranteed(0)) {}
    ~Choice() { clump_guaranteed(before_); }
    Choice(const Choice &) = delete;
    Choice &operator=(const Choice &) = delete;

   private:
    int before_;
  };
  static std::uint64_t dropped() { return clump_dropped(); }
};

// Access by one thread.
struct Exclusive {
  static constexpr unsigned flags = 0;
  struct Lock {
    explicit Lock(int &) {}
  };
  int sending = 0, receiving = 0;
};
// Access by several threads. The library takes calls of all threads at once; the two locks keep apart what a personality
// has of its own for its sends and for its receives.
struct Shared {
  static constexpr unsigned flags = CLUMP_THREADS;
  using Lock = std::lock_guard<std::mutex>;
  std::mutex sending, receiving;
};

namespace detail {
// Makes the sends of a message in several parts guaranteed: if a part were dropped, the rest would be of no use.
class Whole {
 public:
  explicit Whole(bool parts) : before_(parts ? clump_guaranteed(1) : 1) {}
  ~Whole() {
    if (!before_) clump_guaranteed(0);
  }
  Whole(const Whole &) = delete;
  Whole &operator=(const Whole &) = delete;

 private:
  int before_;
};

// Returns a length or number for a call that takes an int.
inline int as_int(std::size_t count) {
  if (count > INT_MAX) throw std::length_error("the message is longer than the personality's messages");
  return static_cast<int>(count);
}
}  // namespace detail

// The personalities. Each has its own calls, and the adapter's `send` and `take`: `take` returns false if no message has
// arrived, or waits if the personality does.

// Active Messages: requests run handlers, which may reply. The adapter's messages are requests to a handler of its own,
// which queues them.
class AM {
 public:
  // The handler number that the adapter uses.
  static constexpr handler_t number = 0xe905;

  AM() {
    check(AM_Init());
    check(AM_SetHandler(0, 0, number, &AM::arrived));
  }
  ~AM() { AM_Terminate(); }
  AM(const AM &) = delete;
  AM &operator=(const AM &) = delete;

  int node() const { return check(AM_MyNode()); }
  int nodes() const { return check(AM_Nodes()); }

  void set_handler(handler_t handler, AM_handler function, bool reply = false) {
    check(AM_SetHandler(0, reply, handler, function));
  }
  template <class... Words>
  void request(int to, handler_t handler, Words... words) {
    check(AM_RequestM(0, to, handler, words...));
  }
  template <class... Words>
  static void reply(void *token, handler_t handler, Words... words) {
    check(AM_ReplyM(token, handler, words...));
  }
  void poll() { check(AM_Poll(0)); }

  // A message longer than a medium message leaves in parts, the first of which tells the length of all.
  void send(const void *data, int to, std::size_t bytes) {
    detail::Whole whole(bytes > AM_MAX_MEDIUM);
    const char *at = static_cast<const char *>(data);
    std::size_t left = bytes;
    do {
      std::size_t part = std::min<std::size_t>(left, AM_MAX_MEDIUM);
      int words[3] = {node(), static_cast<int>(bytes >> 32), static_cast<int>(bytes & 0xffffffff)};
      check(AM_RequestI(0, to, number, at, part, words, 3));
      at += part, left -= part;
    } while (left > 0);
  }
  bool take(std::vector<char> &message) {
    if (next(message)) return true;
    poll();
    return next(message);
  }

 private:
  // What has arrived. The thread of AM_SetThread changes it too.
  struct Arrived {
    std::mutex mutex;
    std::deque<std::vector<char>> whole;
    std::map<int, std::vector<char>> parts;
  };
  static Arrived &all_arrived() {
    static Arrived all;
    return all;
  }
  static bool next(std::vector<char> &message) {
    Arrived &here = all_arrived();
    std::lock_guard<std::mutex> held(here.mutex);
    if (here.whole.empty()) return false;
    message.swap(here.whole.front());
    here.whole.pop_front();
    return true;
  }
  static void arrived(void *, const int *words, int, void *buffer, std::size_t bytes) {
    Arrived &here = all_arrived();
    std::lock_guard<std::mutex> held(here.mutex);
    std::vector<char> &part = here.parts[words[0]];
    std::size_t all = static_cast<std::size_t>(static_cast<unsigned>(words[1])) << 32 | static_cast<unsigned>(words[2]);
    const char *from = static_cast<const char *>(buffer);
    if (bytes > 0) part.insert(part.end(), from, from + bytes);
    if (part.size() < all) return;
    here.whole.push_back(std::move(part));
    here.parts.erase(words[0]);
  }
};

// BIP: words (ints) to a process; the receive waits. The adapter puts the length in bytes before the words.
class BIP {
 public:
  BIP() { check(bip_init()); }
  ~BIP() { bip_end(); }
  BIP(const BIP &) = delete;
  BIP &operator=(const BIP &) = delete;

  int node() const { return check(bip_mynode()); }
  int nodes() const { return check(bip_numnodes()); }
  void send_words(int to, const int *words, int count) { check(bip_send(to, words, count)); }
  int rcv(int *words, int most) { return check(bip_rcv(words, most)); }

  void send(const void *data, int to, std::size_t bytes) {
    words_.resize(2 + (bytes + sizeof(int) - 1) / sizeof(int));
    words_[0] = static_cast<int>(bytes >> 32), words_[1] = static_cast<int>(bytes & 0xffffffff);
    if (bytes > 0) std::memcpy(&words_[2], data, bytes);
    send_words(to, words_.data(), detail::as_int(words_.size()));
  }
  // The longest message that a receive takes is that of the program's buffer.
  bool take(std::vector<char> &message, std::size_t room) {
    into_.resize(2 + (room + sizeof(int) - 1) / sizeof(int));
    rcv(into_.data(), detail::as_int(into_.size()));
    message.resize(static_cast<std::size_t>(static_cast<unsigned>(into_[0])) << 32 | static_cast<unsigned>(into_[1]));
    if (!message.empty()) std::memcpy(message.data(), &into_[2], message.size());
    return true;
  }

 private:
  std::vector<int> words_, into_;
};

// PM: buffers of up to PM_MTU bytes, which the program borrows. The adapter's messages are parts, each behind the
// sender's number and the length of the whole message.
class PM {
 public:
  PM() { check(pmOpen(&context_)); }
  ~PM() { pmClose(context_); }
  PM(const PM &) = delete;
  PM &operator=(const PM &) = delete;

  int node() const { return check(pmSelfNode(context_)); }
  int nodes() const { return check(pmNodes(context_)); }
  // Lends a buffer to fill; null if all are in flight.
  void *get_send_buf(std::size_t bytes) {
    void *buffer = nullptr;
    return check(pmGetSendBuf(context_, &buffer, bytes)) == PM_AGAIN ? nullptr : buffer;
  }
  void send_buf(int to) { check(pmSend(context_, to)); }
  // Lends a buffer with the next message; null if none has arrived.
  void *receive_buf(std::size_t &bytes) {
    void *buffer = nullptr;
    return check(pmReceive(context_, &buffer, &bytes)) == PM_AGAIN ? nullptr : buffer;
  }
  void put_receive_buf() { check(pmPutReceiveBuf(context_)); }

  void send(const void *data, int to, std::size_t bytes) {
    detail::Whole whole(bytes > PM_MTU - sizeof(Head));
    const char *at = static_cast<const char *>(data);
    std::size_t left = bytes;
    do {
      std::size_t part = std::min<std::size_t>(left, PM_MTU - sizeof(Head));
      void *buffer = nullptr;
      while (!(buffer = get_send_buf(sizeof(Head) + part))) {
      }
      Head head = {bytes, node(), 0};
      std::memcpy(buffer, &head, sizeof head);
      if (part > 0) std::memcpy(static_cast<char *>(buffer) + sizeof head, at, part);
      send_buf(to);
      at += part, left -= part;
    } while (left > 0);
  }
  bool take(std::vector<char> &message) {
    std::size_t bytes = 0;
    const char *buffer = static_cast<const char *>(receive_buf(bytes));
    if (!buffer) return false;
    Head head;
    std::memcpy(&head, buffer, sizeof head);
    std::vector<char> &part = parts_[head.from];
    part.insert(part.end(), buffer + sizeof head, buffer + bytes);
    put_receive_buf();
    if (part.size() < head.bytes) return false;
    message.swap(part);
    parts_.erase(head.from);
    return true;
  }

 private:
  struct Head {
    std::uint64_t bytes;
    std::int32_t from, unused;
  };
  pmCtx context_ = 0;
  std::map<int, std::vector<char>> parts_;
};

// CLIP: bytes to a process; the receive waits and names the destination, so that nothing is copied.
class CLIP {
 public:
  CLIP() { check(clump_init(0)); }
  ~CLIP() { clump_finalize(); }
  CLIP(const CLIP &) = delete;
  CLIP &operator=(const CLIP &) = delete;

  int node() const { return check(clump_rank()); }
  int nodes() const { return check(clump_size()); }
  void send(const void *data, int to, std::size_t bytes) {
    check(clip_send(const_cast<void *>(data), to, detail::as_int(bytes)));
  }
  std::size_t rcv(void *into, std::size_t room) {
    int bytes = 0;
    check(clip_rcv(into, detail::as_int(std::min<std::size_t>(room, INT_MAX)), &bytes));
    return static_cast<std::size_t>(bytes);
  }
};

namespace detail {
template <class P>
auto take(P &personality, std::vector<char> &message, std::size_t room) -> decltype(personality.take(message, room)) {
  return personality.take(message, room);
}
template <class P>
auto take(P &personality, std::vector<char> &message, std::size_t) -> decltype(personality.take(message)) {
  return personality.take(message);
}
inline std::size_t receive(CLIP &personality, void *into, std::size_t room) { return personality.rcv(into, room); }
template <class P>
std::size_t receive(P &personality, void *into, std::size_t room) {
  std::vector<char> message;
  while (!take(personality, message, room)) {
  }
  if (message.size() > room) throw std::length_error("the message is longer than the buffer");
  if (!message.empty()) std::memcpy(into, message.data(), message.size());
  return message.size();
}
}  // namespace detail

// The network interface (figure 4.3): joins the job when it is made, and leaves it at its end. Calls return errors as
// exceptions. All processes bind the same personality.
template <class Personality, class Delivery = Guaranteed, class Access = Exclusive>
class Network {
 public:
  Network() : joined_(check(clump_init(Access::flags))) { clump_errors_return(1); }
  Network(const Network &) = delete;
  Network &operator=(const Network &) = delete;

  int node() { return personality_.node(); }
  int nodes() { return personality_.nodes(); }
  // Sends `bytes` bytes to process `dest`. Returns when the program may change them.
  void send(const void *buffer, int dest, std::size_t bytes) {
    typename Access::Lock lock(access_.sending);
    typename Delivery::Choice choice;
    (void)choice, (void)lock;
    personality_.send(buffer, dest, bytes);
  }
  // Waits for the next message of any sender, and returns its length. The messages of a sender arrive in order.
  std::size_t receive(void *buffer, std::size_t room) {
    typename Access::Lock lock(access_.receiving);
    (void)lock;
    return detail::receive(personality_, buffer, room);
  }
  // The personality's own calls.
  Personality &personality() { return personality_; }

 private:
  struct Joined {
    Joined(int) {}
    ~Joined() { clump_finalize(); }
  };
  Joined joined_;
  Personality personality_;
  Access access_;
};

}  // namespace epos

#endif
