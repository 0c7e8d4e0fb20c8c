//! What the launcher itself says.
use super::super::output::Which;
use super::Supervisor;

impl Supervisor<'_> {
    pub(super) fn report(&mut self, title: &str) {
        if let Some(remote) = &self.job.remote {
            if remote.whole.is_some() {
                let living = (0..self.ranks.len()).filter(|&agent| self.ranks[agent].lives());
                let places = living.flat_map(|agent| self.control.places(agent));
                let names: Vec<&str> = places.map(|place| remote.task.name(place)).collect();
                self.say(&format!("{title} is said by the agents on {}", names.join(", ")));
            }
            return;
        }
        let mut text = format!("{title}:");
        for (index, rank) in self.ranks.iter().enumerate() {
            let doing = rank.doing(&self.status(index));
            text += &format!("\nrank {} (pid {}): {doing}", self.job.rank(index), rank.shown_pid());
        }
        self.say(&text);
    }

    pub(super) fn list_ranks(&mut self) {
        if let Some(remote) = &self.job.remote {
            return self.say(&format!("agents on {}", remote.task.names.join(", ")));
        }
        let mut text = format!("starting {} ranks on {}", self.ranks.len(), self.host);
        for (index, rank) in self.ranks.iter().enumerate() {
            let app = &self.job.apps[self.job.ranks[index]];
            text += &format!("\nrank {} (pid {}): {}", self.job.rank(index), rank.pid, app.file.display());
            if let Some(core) = rank.core {
                text += &format!(", on core {core}");
            }
        }
        self.say(&text);
    }

    pub(super) fn list_end(&mut self) {
        let text =
            format!("ended with code {} after {:.3} s", self.code.unwrap_or(0), self.started.elapsed().as_secs_f64());
        self.say(&text);
        self.sinks.of(Which::Err).flush();
    }
}
