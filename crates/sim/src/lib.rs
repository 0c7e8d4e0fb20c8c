//! Seeded simulation of whole clusters.
