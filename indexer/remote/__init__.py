"""The shared cache in an object store: a local cache in front of it, filled on demand.

Nothing that comes from the store is believed: the manifest must be of the repository and the commit that were asked
for, each file must have the hash that the manifest says, and where signatures are required, a trusted key signed it.
"""
