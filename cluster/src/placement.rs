//! Who answers for which part: an executor that has answered for a part before gets it again.
//!
//! Executors keep what they made of their parts. Ballista's own policies would give a part to whoever is free, so that
//! every executor would make and keep everything. Here a part stays where it is as long as its executor lives, unless
//! that one has more than its share while another has less. Answers do not depend on any of this.

use crate::answer::AnswerExec;
use ballista_core::{
    JobId,
    serde::{
        protobuf::{AvailableVcores, job_status::Status as JobState, task_status::Status as TaskState},
        scheduler::TaskKey,
    },
};
use ballista_scheduler::{
    cluster::{BoundTask, DistributionPolicy},
    state::{
        execution_graph::{ExecutionGraphBox, TaskDescription, create_task_info},
        execution_stage::{ExecutionStage, RunningStage},
        task_manager::JobInfoCache,
    },
};
use datafusion::error::Result;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, Weak},
};
use tokio::sync::RwLock;

/// A task has at most so many parts for each thread of its executor: fewer tasks are quicker, more tell progress.
const PARTS_PER_THREAD: usize = 4;
/// More parts are not remembered.
const MOST_PARTS: usize = 1 << 20;

type Graph = RwLock<ExecutionGraphBox>;

/// Remembers who has which part, and the jobs that run.
#[derive(Default)]
pub(crate) struct Placement {
    owners: Mutex<HashMap<u64, String>>,
    jobs: Mutex<HashMap<String, Weak<Graph>>>,
}

impl std::fmt::Debug for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Placement")
    }
}

impl Placement {
    /// How many parts of a job are done.
    pub(crate) async fn n_done(&self, job: &str) -> Option<usize> {
        let graph = self.jobs.lock().expect("no thread panics with it").get(job)?.upgrade()?;
        let graph = graph.read().await;
        let in_stage = |stage: &ExecutionStage| match stage {
            ExecutionStage::Running(stage) => {
                let is_done = |status: &TaskState| matches!(status, TaskState::Successful(_));
                let done = stage.task_infos.iter().filter(|task| is_done(&task.task_status));
                done.map(|task| task.global_input_partition_ids.len()).sum()
            }
            ExecutionStage::Successful(stage) => stage.partitions,
            _ => 0,
        };
        Some(graph.stages().values().map(in_stage).sum())
    }

    fn remember_job(&self, job: &JobId, graph: &Arc<Graph>) {
        let mut jobs = self.jobs.lock().expect("no thread panics with it");
        if !jobs.contains_key(job.as_str()) {
            jobs.retain(|_, graph| graph.strong_count() > 0);
            jobs.insert(job.as_str().to_string(), Arc::downgrade(graph));
        }
    }
}

#[async_trait::async_trait]
impl DistributionPolicy for Placement {
    async fn bind_tasks(
        &self,
        mut budgets: Vec<&mut AvailableVcores>,
        running_jobs: Arc<HashMap<JobId, JobInfoCache>>,
    ) -> Result<Vec<BoundTask>> {
        let mut jobs: Vec<_> =
            running_jobs.iter().filter(|(_, job)| matches!(job.status, Some(JobState::Running(_)))).collect();
        jobs.sort_by_key(|(id, _)| id.as_str().to_string());
        budgets.sort_by(|a, b| a.executor_id.cmp(&b.executor_id));
        // An executor lives if it has a free thread or a task.
        let mut living: BTreeSet<String> = budgets.iter().map(|budget| budget.executor_id.clone()).collect();
        for (_, job) in &jobs {
            let running = job.execution_graph.read().await.running_tasks();
            living.extend(running.into_iter().map(|task| task.executor_id));
        }
        let mut bound = Vec::new();
        for (id, job) in jobs {
            self.remember_job(id, &job.execution_graph);
            let mut graph = job.execution_graph.write().await;
            let session = graph.session_id().to_string();
            let mut seen = Vec::new();
            while let Some(stage) = graph.fetch_running_stage(&seen) {
                seen.push(stage.stage_id);
                let mut owners = self.owners.lock().expect("no thread panics with it");
                if owners.len() > MOST_PARTS {
                    owners.clear();
                }
                let tasks = bind_stage(stage, &mut budgets, &mut owners, &living);
                bound.extend(tasks.into_iter().map(|(executor, partitions, n_threads)| {
                    start_task(stage, id, &session, executor, partitions, n_threads)
                }));
            }
        }
        Ok(bound)
    }

    fn name(&self) -> &str {
        "xfold"
    }
}

/// An executor, the partitions that it gets, and how many of its threads they take.
type Task = (String, Vec<usize>, u32);

fn bind_stage(
    stage: &mut RunningStage,
    budgets: &mut [&mut AvailableVcores],
    owners: &mut HashMap<u64, String>,
    living: &BTreeSet<String>,
) -> Vec<Task> {
    let keys = AnswerExec::find(&stage.plan).map(|answer| answer.part_keys().to_vec()).unwrap_or_default();
    let mut pending = stage.pending.next_slice(usize::MAX);
    let tasks = divide(&mut pending, &keys, budgets, owners, living);
    stage.pending.reschedule(pending);
    tasks
}

/// Takes partitions out of `pending` for executors with free threads.
fn divide(
    pending: &mut Vec<usize>,
    keys: &[u64],
    budgets: &mut [&mut AvailableVcores],
    owners: &mut HashMap<u64, String>,
    living: &BTreeSet<String>,
) -> Vec<Task> {
    let mut tasks = Vec::new();
    let mut is_bound = true;
    while is_bound {
        is_bound = false;
        for budget in budgets.iter_mut().filter(|budget| budget.vcores > 0) {
            let taken = take(pending, keys, budget, owners, living);
            if taken.is_empty() {
                continue;
            }
            is_bound = true;
            for &partition in &taken {
                if let Some(&key) = keys.get(partition) {
                    owners.insert(key, budget.executor_id.clone());
                }
            }
            let n_threads = budget.vcores.min(taken.len() as u32);
            budget.vcores -= n_threads;
            tasks.push((budget.executor_id.clone(), taken, n_threads));
        }
    }
    tasks
}

/// What an executor takes: what it had before; else what nobody has; else what another has too much of.
fn take(
    pending: &mut Vec<usize>,
    keys: &[u64],
    budget: &AvailableVcores,
    owners: &HashMap<u64, String>,
    living: &BTreeSet<String>,
) -> Vec<usize> {
    let n_threads = budget.vcores as usize;
    let owner = |partition: usize| {
        let owner = keys.get(partition).and_then(|key| owners.get(key)).map(String::as_str);
        owner.filter(|&owner| living.contains(owner))
    };
    let me = Some(budget.executor_id.as_str());
    let own = take_some(pending, PARTS_PER_THREAD * n_threads, |partition| owner(partition) == me);
    if !own.is_empty() {
        return own;
    }
    let free = take_some(pending, n_threads, |partition| owner(partition).is_none());
    if !free.is_empty() {
        return free;
    }
    let n_owned = |who: Option<&str>| (0..keys.len()).filter(|&partition| owner(partition) == who).count();
    let share = keys.len() / living.len().max(1);
    let n_lacking = share.saturating_sub(n_owned(me)).min(n_threads);
    let n_too_many: HashMap<_, _> =
        living.iter().map(|who| (who.as_str(), n_owned(Some(who)).saturating_sub(share))).collect();
    let mut n_left = n_too_many;
    take_some(pending, n_lacking, |partition| {
        let left = owner(partition).and_then(|who| n_left.get_mut(who));
        left.is_some_and(|left| {
            let has_too_many = *left > 0;
            *left = left.saturating_sub(1);
            has_too_many
        })
    })
}

fn take_some(pending: &mut Vec<usize>, most: usize, mut is_wanted: impl FnMut(usize) -> bool) -> Vec<usize> {
    let mut taken = Vec::new();
    pending.retain(|&partition| {
        let is_taken = taken.len() < most && is_wanted(partition);
        if is_taken {
            taken.push(partition);
        }
        !is_taken
    });
    taken
}

/// Notes a task in its stage, as Ballista's own policies do.
fn start_task(
    stage: &mut RunningStage,
    job: &JobId,
    session: &str,
    executor: String,
    partitions: Vec<usize>,
    n_threads: u32,
) -> BoundTask {
    let task_id = stage.task_infos.len();
    let mut info = create_task_info(executor.clone(), task_id);
    info.global_input_partition_ids = partitions.clone();
    info.vcores_consumed = n_threads;
    stage.task_infos.push(info);
    let failures = partitions.iter().filter_map(|&partition| stage.task_failure_numbers.get(partition));
    let description = TaskDescription {
        session_id: session.to_string(),
        key: TaskKey { job_id: job.clone(), stage_id: stage.stage_id, task_id },
        stage_attempt_num: stage.stage_attempt_num,
        task_attempt: failures.copied().max().unwrap_or(0),
        global_input_partition_ids: partitions,
        vcores_consumed: n_threads,
        plan: stage.plan.clone(),
        session_config: stage.session_config.clone(),
    };
    (executor, description)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budgets(free: &[(&str, u32)]) -> Vec<AvailableVcores> {
        let budget = |&(id, vcores): &(&str, u32)| AvailableVcores { executor_id: id.into(), vcores };
        free.iter().map(budget).collect()
    }

    fn divided(
        n_parts: usize,
        free: &[(&str, u32)],
        owners: &mut HashMap<u64, String>,
        living: &[&str],
    ) -> (Vec<(String, Vec<usize>)>, Vec<usize>) {
        let keys: Vec<u64> = (0..n_parts as u64).map(|part| part + 100).collect();
        let mut pending: Vec<usize> = (0..n_parts).collect();
        let mut budgets = budgets(free);
        let mut budgets: Vec<&mut AvailableVcores> = budgets.iter_mut().collect();
        let living = living.iter().map(|id| id.to_string()).collect();
        let tasks = divide(&mut pending, &keys, &mut budgets, owners, &living);
        (tasks.into_iter().map(|(executor, parts, _)| (executor, parts)).collect(), pending)
    }

    #[test]
    fn parts_stay_with_their_executors() {
        let mut owners = HashMap::new();
        let (first, left) = divided(4, &[("a", 2), ("b", 2)], &mut owners, &["a", "b"]);
        assert_eq!(first, [("a".into(), vec![0, 1]), ("b".into(), vec![2, 3])]);
        assert!(left.is_empty());
        let (again, _) = divided(4, &[("b", 2), ("a", 2)], &mut owners, &["a", "b"]);
        assert_eq!(again, [("b".into(), vec![2, 3]), ("a".into(), vec![0, 1])]);
    }

    #[test]
    fn parts_of_a_busy_executor_wait_for_it() {
        let mut owners = HashMap::new();
        divided(4, &[("a", 2), ("b", 2)], &mut owners, &["a", "b"]);
        let (tasks, left) = divided(4, &[("a", 2)], &mut owners, &["a", "b"]);
        assert_eq!(tasks, [("a".into(), vec![0, 1])]);
        assert_eq!(left, [2, 3]);
    }

    #[test]
    fn parts_of_a_lost_executor_are_given_to_others() {
        let mut owners = HashMap::new();
        divided(4, &[("a", 2), ("b", 2)], &mut owners, &["a", "b"]);
        let (tasks, left) = divided(4, &[("a", 4)], &mut owners, &["a"]);
        assert_eq!(tasks, [("a".into(), vec![0, 1]), ("a".into(), vec![2, 3])]);
        assert!(left.is_empty());
    }

    #[test]
    fn a_new_executor_gets_its_share() {
        let mut owners = HashMap::new();
        divided(8, &[("a", 8)], &mut owners, &["a"]);
        let (tasks, left) = divided(8, &[("b", 2)], &mut owners, &["a", "b"]);
        assert_eq!(tasks, [("b".into(), vec![0, 1])]);
        assert_eq!(left, [2, 3, 4, 5, 6, 7]);
        let (tasks, _) = divided(8, &[("b", 8)], &mut owners, &["a", "b"]);
        assert_eq!(tasks, [("b".into(), vec![0, 1]), ("b".into(), vec![2, 3])]);
        // Not more than its share.
        let (tasks, left) = divided(8, &[("b", 8)], &mut owners, &["a", "b"]);
        assert_eq!(tasks, [("b".into(), vec![0, 1, 2, 3])]);
        assert_eq!(left, [4, 5, 6, 7]);
    }
}
