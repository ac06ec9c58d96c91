//! The node of a plan that answers a request: one partition for each part of the table.
//!
//! Below it is a leaf with one row for each part, its number and its description; a scheduler may give any of these
//! rows to any executor. An answer is cut into pieces, one to a row, so that no message grows with it. What is wrong
//! with a part is a row too: the request has then been answered, and nobody tries the same again.

use crate::{
    border::{PartSource, Workers},
    part::PartDescription,
    read::FilePart,
    table::{Table, TableHead},
};
use datafusion::{
    arrow::{
        array::{Array, ArrayRef, AsArray, BinaryArray, RecordBatch, StringArray, UInt64Array},
        datatypes::{DataType, Field, Schema, SchemaRef, UInt64Type},
    },
    common::{internal_datafusion_err, internal_err, tree_node::TreeNodeRecursion},
    datasource::{memory::MemorySourceConfig, source::DataSourceExec},
    error::Result,
    execution::{SendableRecordBatchStream, TaskContext},
    physical_expr::{EquivalenceProperties, PhysicalExpr},
    physical_plan::{
        DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties,
        execution_plan::{Boundedness, EmissionType, ReplaceChildrenOptions},
        stream::RecordBatchStreamAdapter,
    },
};
use futures::{StreamExt, TryStreamExt};
use std::{
    any::Any,
    collections::BTreeMap,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::runtime::Handle;

/// The largest piece of an answer in one row.
const BYTES_PER_PIECE: usize = 1 << 20;

/// What is asked, and of which table.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) head: Arc<TableHead>,
    pub(crate) request: Vec<u8>,
}

/// Answers a question for each part that the leaf below gives.
#[derive(Debug)]
pub(crate) struct AnswerExec {
    parts: Arc<dyn ExecutionPlan>,
    question: Arc<Question>,
    workers: Option<Workers>,
    properties: Arc<PlanProperties>,
    keys: OnceLock<Vec<u64>>,
    given_up: Arc<AtomicBool>,
}

impl AnswerExec {
    /// A plan above a leaf of [`leaf`]. Without workers it can be passed on, but not executed.
    pub(crate) fn new(
        parts: Arc<dyn ExecutionPlan>,
        question: Arc<Question>,
        workers: Option<Workers>,
    ) -> Self {
        let n_parts = parts.properties().output_partitioning().partition_count();
        let properties = Arc::new(PlanProperties::new(
            EquivalenceProperties::new(answer_schema()),
            Partitioning::UnknownPartitioning(n_parts),
            EmissionType::Final,
            Boundedness::Bounded,
        ));
        Self { parts, question, workers, properties, keys: OnceLock::new(), given_up: Arc::default() }
    }

    /// A plan that asks these parts of a table.
    pub(crate) fn over(
        table: &Table,
        parts: &[usize],
        request: &[u8],
        workers: Option<Workers>,
    ) -> Result<Self> {
        let question = Question { head: table.head.clone(), request: request.to_vec() };
        Ok(Self::new(leaf(table, parts)?, Arc::new(question), workers))
    }

    /// The node of ours in a plan.
    pub(crate) fn find(plan: &Arc<dyn ExecutionPlan>) -> Option<&Self> {
        plan.downcast_ref::<Self>().or_else(|| plan.children().into_iter().find_map(Self::find))
    }

    /// What is set when nobody waits for the answers of this plan any more.
    pub(crate) fn given_up(&self) -> Arc<AtomicBool> {
        self.given_up.clone()
    }

    pub(crate) fn question(&self) -> &Arc<Question> {
        &self.question
    }

    /// A number for each part that is the same whenever the same version of that part is asked for.
    pub(crate) fn part_keys(&self) -> &[u64] {
        self.keys.get_or_init(|| {
            let source = self.parts.downcast_ref::<DataSourceExec>().map(|leaf| leaf.data_source().as_ref());
            let rows = source.and_then(|source| (source as &dyn Any).downcast_ref::<MemorySourceConfig>());
            let key = |batches: &Vec<RecordBatch>| {
                let mut hasher = DefaultHasher::new();
                for batch in batches {
                    batch.column(1).as_binary_opt::<i32>().map(|cells| cells.value_data()).hash(&mut hasher);
                }
                hasher.finish()
            };
            rows.map(|rows| rows.partitions().iter().map(key).collect()).unwrap_or_default()
        })
    }
}

impl DisplayAs for AnswerExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "AnswerExec: {} bytes", self.question.request.len())
    }
}

impl ExecutionPlan for AnswerExec {
    fn name(&self) -> &str {
        "AnswerExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.parts]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match children.pop() {
            Some(parts) if children.is_empty() => {
                let given_up = self.given_up.clone();
                let plan = Self::new(parts, self.question.clone(), self.workers.clone());
                Ok(Arc::new(Self { given_up, ..plan }))
            }
            _ => internal_err!("AnswerExec has one child"),
        }
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let mode = datafusion::physical_plan::ChildrenPropertiesMode::Recompute;
        self.replace_children(children, ReplaceChildrenOptions::new(mode))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let Some(workers) = self.workers.clone() else {
            return internal_err!("nobody in this process answers requests");
        };
        let rows = self.parts.execute(partition, context.clone())?;
        let (question, given_up) = (self.question.clone(), self.given_up.clone());
        let asked = Asked { workers, question, context, given_up };
        let answers = rows
            .and_then(move |rows| answer_rows(asked.clone(), rows))
            .map_ok(|batches| futures::stream::iter(batches).map(Ok))
            .try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(answer_schema(), answers)))
    }
}

/// Puts the pieces of answers together again.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    answers: BTreeMap<u64, Vec<u8>>,
    errors: BTreeMap<u64, String>,
}

impl Answers {
    /// Takes the rows that answer one part, or some of its rows, in their order.
    pub(crate) fn add(&mut self, batch: &RecordBatch) -> Result<()> {
        let (parts, pieces, errors) = (
            batch.column(0).as_primitive_opt::<UInt64Type>(),
            batch.column(1).as_binary_opt::<i32>(),
            batch.column(2).as_string_opt::<i32>(),
        );
        let (Some(parts), Some(pieces), Some(errors)) = (parts, pieces, errors) else {
            return internal_err!("rows of another shape than answers have");
        };
        for row in 0..batch.num_rows() {
            if errors.is_valid(row) {
                self.errors.insert(parts.value(row), errors.value(row).to_string());
            } else {
                self.answers.entry(parts.value(row)).or_default().extend_from_slice(pieces.value(row));
            }
        }
        Ok(())
    }

    /// Adds the answers of other parts.
    pub(crate) fn merge(&mut self, other: Self) {
        self.answers.extend(other.answers);
        self.errors.extend(other.errors);
    }

    pub(crate) fn is_answered(&self, part: usize) -> bool {
        self.answers.contains_key(&(part as u64)) || self.errors.contains_key(&(part as u64))
    }

    pub(crate) fn take(&mut self, part: usize) -> Option<Vec<u8>> {
        self.answers.remove(&(part as u64))
    }

    /// The first part with which something is wrong.
    pub(crate) fn first_error(&self) -> Option<(usize, &str)> {
        self.errors.first_key_value().map(|(&part, what)| (part as usize, what.as_str()))
    }
}

fn answer_schema() -> SchemaRef {
    static SCHEMA: OnceLock<SchemaRef> = OnceLock::new();
    let make = || {
        Arc::new(Schema::new(vec![
            Field::new("part", DataType::UInt64, false),
            Field::new("piece", DataType::Binary, true),
            Field::new("error", DataType::Utf8, true),
        ]))
    };
    SCHEMA.get_or_init(make).clone()
}

/// A leaf with one partition of one row for each of these parts.
fn leaf(table: &Table, parts: &[usize]) -> Result<Arc<dyn ExecutionPlan>> {
    let schema = Arc::new(Schema::new(vec![
        Field::new("part", DataType::UInt64, false),
        Field::new("description", DataType::Binary, false),
    ]));
    let row = |&part: &usize| {
        let description = table.parts.get(part).ok_or_else(|| internal_datafusion_err!("no part {part}"))?;
        let description =
            postcard::to_stdvec(description).map_err(|error| internal_datafusion_err!("{error}"))?;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt64Array::from(vec![part as u64])),
            Arc::new(BinaryArray::from(vec![&description[..]])),
        ];
        Ok(vec![RecordBatch::try_new(schema.clone(), columns)?])
    };
    let rows = parts.iter().map(row).collect::<Result<Vec<_>>>()?;
    Ok(MemorySourceConfig::try_new_exec(&rows, schema.clone(), None)?)
}

/// What is needed to answer for any part.
#[derive(Clone)]
struct Asked {
    workers: Workers,
    question: Arc<Question>,
    context: Arc<TaskContext>,
    given_up: Arc<AtomicBool>,
}

async fn answer_rows(asked: Asked, rows: RecordBatch) -> Result<Vec<RecordBatch>> {
    let (Some(parts), Some(descriptions)) =
        (rows.column(0).as_primitive_opt::<UInt64Type>(), rows.column(1).as_binary_opt::<i32>())
    else {
        return internal_err!("rows of another shape than parts have");
    };
    let mut batches = Vec::new();
    for row in 0..rows.num_rows() {
        let description: PartDescription = postcard::from_bytes(descriptions.value(row))
            .map_err(|error| internal_datafusion_err!("a part that cannot be read: {error}"))?;
        let answer = answer_part(asked.clone(), description).await;
        batches.extend(answer_batches(parts.value(row), answer)?);
    }
    Ok(batches)
}

/// Tells whoever answers that nobody waits any more.
pub(crate) struct CancelOnDrop(pub(crate) Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn answer_part(asked: Asked, description: PartDescription) -> Result<Vec<u8>, String> {
    let Asked { workers, question, context, given_up } = asked;
    let Ok(place) = workers.places.clone().acquire_owned().await else {
        return Err("the process is about to end".into());
    };
    let dropped = Arc::new(AtomicBool::new(false));
    let _guard = CancelOnDrop(dropped.clone());
    let answerer = workers.answerer.clone();
    let (runtime, cancelled) = (Handle::current(), [dropped, given_up]);
    let answer = move || {
        let _place = place;
        let head = question.head.clone();
        let mut part = FilePart { description, head, context, runtime, cancelled };
        if part.is_cancelled() {
            return Err("cancelled".into());
        }
        catch_unwind(AssertUnwindSafe(|| answerer.answer(&question.request, &mut part)))
            .unwrap_or_else(|panic| Err(format!("a fault of the program: {}", panic_text(panic.as_ref()))))
    };
    tokio::task::spawn_blocking(answer).await.unwrap_or_else(|error| Err(error.to_string()))
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}

fn answer_batches(part: u64, answer: Result<Vec<u8>, String>) -> Result<Vec<RecordBatch>> {
    let row = |piece: Option<&[u8]>, error: Option<&str>| {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt64Array::from(vec![part])),
            Arc::new(BinaryArray::from(vec![piece])),
            Arc::new(StringArray::from(vec![error])),
        ];
        Ok(RecordBatch::try_new(answer_schema(), columns)?)
    };
    match answer {
        Err(error) => Ok(vec![row(None, Some(&error))?]),
        Ok(bytes) if bytes.is_empty() => Ok(vec![row(Some(&[]), None)?]),
        Ok(bytes) => bytes.chunks(BYTES_PER_PIECE).map(|piece| row(Some(piece), None)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_cut_and_put_together() {
        let bytes: Vec<u8> = (0..3 * BYTES_PER_PIECE + 7).map(|at| at as u8).collect();
        let batches = answer_batches(4, Ok(bytes.clone())).expect("they have the shape of answers");
        assert_eq!(batches.len(), 4);
        let mut answers = Answers::default();
        batches.iter().for_each(|batch| answers.add(batch).expect("they have the shape of answers"));
        answer_batches(5, Ok(vec![]))
            .expect("they have the shape of answers")
            .iter()
            .for_each(|batch| answers.add(batch).expect("they have the shape of answers"));
        assert_eq!(answers.take(4), Some(bytes));
        assert_eq!(answers.take(5), Some(vec![]));
        assert_eq!(answers.take(6), None);
    }

    #[test]
    fn the_first_part_with_an_error_is_named() {
        let mut answers = Answers::default();
        for (part, answer) in [(7, Err("late".into())), (2, Err("early".into())), (1, Ok(vec![1]))] {
            answer_batches(part, answer)
                .expect("they have the shape of answers")
                .iter()
                .for_each(|batch| answers.add(batch).expect("they have the shape of answers"));
        }
        assert_eq!(answers.first_error(), Some((2, "early")));
        assert!(answers.is_answered(1) && answers.is_answered(7) && !answers.is_answered(3));
    }
}
