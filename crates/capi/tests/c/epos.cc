/* One interface over AM, BIP, PM and CLIP: a ring of messages through each of them, delivery that may drop, several
   threads, and the personalities' own calls. ranks: 1 2 4. */
#include <epos.hpp>

#include <atomic>
#include <thread>

#include "check.h"

enum { SIZES = 6 };
static const std::size_t sizes[SIZES] = {0, 1, 7, 4096, 20001, 200000};

static char byte(int node, std::size_t at) { return static_cast<char>(node * 31 + at); }

template <class P, class D, class A>
static void ring(epos::Network<P, D, A> &network) {
  int me = network.node(), n = network.nodes();
  std::vector<char> data(sizes[SIZES - 1]), into(sizes[SIZES - 1]);
  for (std::size_t bytes : sizes) {
    /* A message that waits for its receiver would wait for ever in a ring of one. */
    if (n == 1 && bytes > 4096) continue;
    for (std::size_t i = 0; i < bytes; i++) data[i] = byte(me, i);
    /* One rank sends first, the others pass on, so that two long messages do not wait for each other. */
    if (me == 0) network.send(data.data(), (me + 1) % n, bytes);
    CHECK(network.receive(into.data(), into.size()) == bytes);
    for (std::size_t i = 0; i < bytes; i++) CHECK(into[i] == byte((me + n - 1) % n, i));
    if (me != 0) network.send(data.data(), (me + 1) % n, bytes);
  }
}

template <class P>
static void all_scenarios() {
  {
    epos::Network<P> network;
    ring(network);
  }
}

static std::atomic<int> replies;
static void on_request(void *token, const int *words, int, void *, std::size_t) { epos::AM::reply(token, 2, words[0] + 1); }
static void on_reply(void *, const int *words, int, void *, std::size_t) { replies += words[0]; }

/* Short messages are dropped when the receiver has no room. A message in parts then arrives whole, also if its last part
   is short enough to be dropped. */
template <class P>
static void parts_are_kept(std::size_t bytes) {
  epos::Network<P, epos::Unguaranteed> network;
  int me = network.node();
  const int longs = 10;
  std::vector<char> data(bytes), into(bytes);
  for (std::size_t i = 0; i < bytes; i++) data[i] = byte(3, i);
  if (me == 0) {
    std::uint64_t before = epos::Unguaranteed::dropped();
    const int shorts = 2000;
    for (int i = 0; i < shorts; i++) network.send(data.data(), 1, 100);
    int left = shorts - static_cast<int>(epos::Unguaranteed::dropped() - before);
    CHECK(left < shorts);
    epos::check(clump_send(&left, sizeof left, 1, 5));
    before = epos::Unguaranteed::dropped();
    for (int i = 0; i < longs; i++) network.send(data.data(), 1, bytes);
    CHECK(epos::Unguaranteed::dropped() == before);
  } else if (me == 1) {
    int left = 0;
    epos::check(clump_recv(&left, sizeof left, 0, 5, nullptr));
    for (int i = 0; i < left; i++) CHECK(network.receive(into.data(), bytes) == 100);
    for (int i = 0; i < longs; i++) CHECK(network.receive(into.data(), bytes) == bytes && into == data);
  }
}

/* One thread waits for messages while another sends: what threads share a network for. */
template <class P>
void waits_while_another_sends() {
  epos::Network<P, epos::Guaranteed, epos::Shared> network;
  const int count = 100;
  std::thread receiver([&] {
    char text[64];
    for (int i = 0; i < count; i++) CHECK(network.receive(text, sizeof text) == 8);
  });
  for (int i = 0; i < count; i++) network.send("1234567", (network.node() + 1) % network.nodes(), 8);
  receiver.join();
}

int main() {
  /* The process stays in the job while networks come and go. */
  CHECK(clump_init(CLUMP_THREADS) == 0);
  all_scenarios<epos::AM>();
  all_scenarios<epos::BIP>();
  all_scenarios<epos::PM>();
  all_scenarios<epos::CLIP>();

  {
    /* A handler of the program's own, beside the interface. */
    epos::Network<epos::AM, epos::Guaranteed, epos::Shared> network;
    epos::AM &am = network.personality();
    am.set_handler(1, on_request);
    am.set_handler(2, on_reply, true);
    int next = (network.node() + 1) % network.nodes();
    am.request(next, 1, 41);
    while (replies < 42) am.poll();
    ring(network);
  }
  {
    /* Nothing is lost while there is room; then messages are dropped, and no send waits. */
    epos::Network<epos::CLIP, epos::Unguaranteed> network;
    int me = network.node(), n = network.nodes();
    ring(network);
    char text[512] = "x";
    if (n > 1) {
      std::uint64_t before = epos::Unguaranteed::dropped();
      const int many = 3000;
      if (me == 0) {
        for (int i = 0; i < many; i++) network.send(text, 1, sizeof text);
        std::uint64_t lost = epos::Unguaranteed::dropped() - before;
        CHECK(lost > 0 && lost < many);
        int left = static_cast<int>(many - lost);
        epos::check(clump_send(&left, sizeof left, 1, 5));
      } else if (me == 1) {
        int left = 0;
        epos::check(clump_recv(&left, sizeof left, 0, 5, nullptr));
        for (int i = 0; i < left; i++) CHECK(network.receive(text, sizeof text) == sizeof text);
      }
      CHECK(clump_guaranteed(1) == 1);
    }
  }
  waits_while_another_sends<epos::AM>();
  waits_while_another_sends<epos::BIP>();
  waits_while_another_sends<epos::PM>();
  waits_while_another_sends<epos::CLIP>();
  if (clump_size() > 1) {
    parts_are_kept<epos::AM>(3 * AM_MAX_MEDIUM + 1000);
    parts_are_kept<epos::PM>(5 * PM_MTU + 1000);
  }
  {
    /* A failing call throws. */
    epos::Network<epos::BIP> network;
    try {
      network.send("x", network.nodes(), 1);
      CHECK(!"it throws");
    } catch (const epos::Error &error) {
      CHECK(error.code() == CLUMP_ERR_ARGUMENT);
    }
    epos::Network<epos::CLIP> clip;
    try {
      clip.send("x", 0, std::size_t(1) << 32);
      CHECK(!"it throws");
    } catch (const std::length_error &) {
    }
  }
  CHECK(clump_finalize() == 0);
  return 0;
}
