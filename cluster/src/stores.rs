//! Where files are: local ones, and in builds with the feature `stores` those of object stores and web servers.

use datafusion::execution::{object_store::ObjectStoreUrl, runtime_env::RuntimeEnv};
use object_store::ObjectStore;
use std::sync::Arc;

/// The store at an address. One that is not known yet is made from the address and from the variables of the environment
/// that its own tools read, such as `AWS_ACCESS_KEY_ID`.
pub(crate) fn store_at(
    url: &ObjectStoreUrl,
    environment: &RuntimeEnv,
) -> Result<Arc<dyn ObjectStore>, String> {
    if let Ok(known) = environment.object_store(url) {
        return Ok(known);
    }
    let store = made(url)?;
    environment.register_object_store(url.as_ref(), store.clone());
    Ok(store)
}

#[cfg(feature = "stores")]
fn made(url: &ObjectStoreUrl) -> Result<Arc<dyn ObjectStore>, String> {
    let settings = std::env::vars().map(|(name, value)| (name.to_ascii_lowercase(), value));
    let (store, _) = object_store::parse_url_opts(url.as_ref(), settings)
        .map_err(|error| format!("there is no way to the store {}: {error}", url.as_str()))?;
    Ok(Arc::from(store))
}

#[cfg(not(feature = "stores"))]
fn made(url: &ObjectStoreUrl) -> Result<Arc<dyn ObjectStore>, String> {
    Err(format!(
        "this program was built without support for the store {}; `cargo build --release --features stores` has it",
        url.as_str()
    ))
}
