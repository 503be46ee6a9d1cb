"""What a build makes of one document, and when it may be taken from the build before.

document_facts     what a document is by itself
document_outcomes  what it became among the others, and what it asked of them
part_cache         both in the cache, and the tasks that make them
workers            who carries out these tasks: this process, others, or other machines
comparison         what became of the entries of an edition in the next one
docs/design/builds.md tells how they go together.
"""
