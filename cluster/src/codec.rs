//! How an [`AnswerExec`] travels: its question, the schema of the table, and the version of the program that asks.

use crate::{
    VERSION,
    answer::{AnswerExec, Question},
    border::Workers,
    table::{Format, TableHead},
};
use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::{
    arrow::{
        datatypes::{Schema, SchemaRef},
        ipc::{reader::StreamReader, writer::StreamWriter},
    },
    common::{exec_datafusion_err, exec_err},
    error::Result,
    execution::TaskContext,
    physical_plan::ExecutionPlan,
};
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The bytes before a node of ours; Ballista's own nodes begin otherwise.
const MARK: &[u8] = b"xfold:answer:";

/// Reads and writes the nodes of ours, and leaves all others to Ballista.
#[derive(Debug)]
pub(crate) struct Codec {
    version: String,
    workers: Option<Workers>,
    others: BallistaPhysicalExtensionCodec,
}

impl Codec {
    /// A codec of a process that answers with these workers, or only passes plans on.
    pub(crate) fn new(workers: Option<Workers>) -> Self {
        Self { version: VERSION.into(), workers, others: BallistaPhysicalExtensionCodec::default() }
    }

    pub(crate) fn with_version(self, version: &str) -> Self {
        Self { version: version.into(), ..self }
    }
}

#[derive(Serialize, Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    schema: &'a [u8],
    format: Format,
    request: &'a [u8],
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (Some(bytes), [parts]) = (bytes.strip_prefix(MARK), inputs) else {
            return self.others.try_decode(bytes, inputs, context, converter);
        };
        // The version stands before everything that may change with it.
        let (version, message): (&str, &[u8]) = postcard::take_from_bytes(bytes)
            .map_err(|error| exec_datafusion_err!("a request that cannot be read: {error}"))?;
        if version != self.version {
            return exec_err!("{}", version_mismatch(&self.version, version));
        }
        let message: Message = postcard::from_bytes(message)
            .map_err(|error| exec_datafusion_err!("a request that cannot be read: {error}"))?;
        let schema: SchemaRef = StreamReader::try_new(message.schema, None)?.schema();
        let head = Arc::new(TableHead { schema, format: message.format });
        let question = Arc::new(Question { head, request: message.request.to_vec() });
        Ok(Arc::new(AnswerExec::new(parts.clone(), question, self.workers.clone())))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(answer) = node.downcast_ref::<AnswerExec>() else {
            return self.others.try_encode(node, bytes, converter);
        };
        let question = answer.question();
        let schema = schema_bytes(&question.head.schema)?;
        let message = Message { schema: &schema, format: question.head.format, request: &question.request };
        let failed = |error| exec_datafusion_err!("a request that cannot be written: {error}");
        bytes.extend_from_slice(MARK);
        bytes.extend(postcard::to_stdvec(&self.version).map_err(failed)?);
        bytes.extend(postcard::to_stdvec(&message).map_err(failed)?);
        Ok(())
    }
}

/// What is said when a program of one version gets a request from a program of another; see [`other_version`].
fn version_mismatch(ours: &str, theirs: &str) -> String {
    format!("{MISMATCH}{theirs} asked, {ours} was to answer;")
}

const MISMATCH: &str = "versions differ: ";

/// Finds in an error of the cluster the version of the program that was to answer.
pub(crate) fn other_version(error: &str) -> Option<&str> {
    let (_, rest) = error.split_once(MISMATCH)?;
    let (_, rest) = rest.split_once(" asked, ")?;
    Some(rest.split_once(" was to answer;")?.0)
}

fn schema_bytes(schema: &Schema) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    StreamWriter::try_new(&mut bytes, schema)?.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_what_the_cluster_says() {
        let error = format!("Job failed: DataFusionError({})", version_mismatch("xfold 2", "xfold 1"));
        assert_eq!(other_version(&error), Some("xfold 2"));
        assert_eq!(other_version("Job failed"), None);
    }
}
