//! Chooses the cipher that seals a job's datagrams: the launcher decides once, from what all agents report, and
//! writes the cipher into the list of hosts. Two processes never negotiate a cipher, so that no attacker between them
//! can downgrade it.
use crate::run::Failure;
use crate::run::cli::AskedCipher;
use clump::driver::hosts::Cipher;

/// The most hosts that an error names.
const NAMES: usize = 4;

/// Returns the cipher for hosts with these names. The number with each name is how many bits the host's processor
/// encrypts with AES at a time. Fails if a host is unfit for the cipher that the user asked for.
pub fn choose<'a>(
    asked: Option<AskedCipher>,
    hosts: impl Iterator<Item = (&'a str, u32)> + Clone,
) -> Result<Cipher, Failure> {
    let aegis = Cipher::aegis(hosts.clone().map(|(_, aes)| aes).min().unwrap_or(0));
    match (asked, aegis) {
        (Some(AskedCipher::AesGcm), _) => Ok(Cipher::AesGcm),
        (Some(AskedCipher::ChaCha20Poly1305), _) | (None, None) => Ok(Cipher::ChaCha20Poly1305),
        (Some(AskedCipher::Aegis) | None, Some(cipher)) => Ok(cipher),
        (Some(AskedCipher::Aegis), None) => {
            let unfit: Vec<&str> = hosts.filter(|(_, aes)| *aes == 0).map(|(name, _)| name).collect();
            let more = unfit.len().saturating_sub(NAMES);
            let also = if more > 0 { format!(" and {more} more") } else { String::new() };
            let named = unfit[..unfit.len().min(NAMES)].join(", ");
            let whom = if unfit.len() == 1 { "host" } else { "hosts" };
            Err(Failure::launcher(self::unfit(Cipher::AegisX2, &format!("{whom} {named}{also}"))))
        }
    }
}

/// Returns the error for a host that is unfit for a cipher.
pub fn unfit(cipher: Cipher, host: &str) -> String {
    format!(
        "{} seals by AES in hardware, which the processor of {host} does not have; choose another with --cipher \
         (aes-gcm, chacha20-poly1305), or leave it out",
        cipher.name()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_all_hosts_decides() {
        let choose = |asked, bits: &[u32]| {
            let names = ["a", "b", "c", "d", "e", "f"];
            choose(asked, names.into_iter().zip(bits.iter().copied())).map_err(|f| f.message)
        };
        for (bits, cipher) in [
            (&[512, 512][..], Cipher::AegisX4),
            (&[512, 256], Cipher::AegisX2),
            (&[128, 512], Cipher::AegisX2),
            (&[512, 0], Cipher::ChaCha20Poly1305),
        ] {
            assert_eq!(choose(None, bits), Ok(cipher));
            assert_eq!(choose(Some(AskedCipher::AesGcm), bits), Ok(Cipher::AesGcm));
            assert_eq!(choose(Some(AskedCipher::ChaCha20Poly1305), bits), Ok(Cipher::ChaCha20Poly1305));
        }
        assert_eq!(choose(Some(AskedCipher::Aegis), &[512, 128]), Ok(Cipher::AegisX2));
        let one = choose(Some(AskedCipher::Aegis), &[512, 0, 128]).expect_err("b has none");
        assert!(one.contains("which the processor of host b does not have") && one.contains("--cipher"), "{one}");
        let many = choose(Some(AskedCipher::Aegis), &[0; 6]).expect_err("no host has AES");
        assert!(many.contains("of hosts a, b, c, d and 2 more does"), "{many}");
    }
}
