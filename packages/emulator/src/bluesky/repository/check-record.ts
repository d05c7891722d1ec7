import { LexiconProblem } from '../lexicon/lexicon.js'
import { recordSchemas } from '../lexicon/lexicons.js'
import type { BlueskyState } from '../state.js'
import { type Input, isInput } from '../wire/input.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'

/**
 * Requested validation of a record: always (true), never (false), or only if the schema is known
 * (undefined).
 */
export type Validate = boolean | undefined

/** Finds the content hashes of all blobs that a record refers to. */
function blobsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(blobsOf)
  if (!isInput(value)) return []
  const ref = value['$type'] === 'blob' && isInput(value['ref']) ? value['ref']['$link'] : null
  return typeof ref === 'string' ? [ref] : Object.values(value).flatMap(blobsOf)
}

/**
 * Validates a record by the lexicon of its collection.
 *
 * @returns `unknown` for a collection without a known schema.
 * @throws XrpcRefusal 400 with the path of the problem, also for a missing blob.
 */
export function checkRecord(
  state: BlueskyState,
  record: Input,
  {
    collection,
    did,
    validate,
    path = '$.record',
  }: {
    readonly collection: string
    readonly did: string
    readonly validate: Validate
    /** JSON path of the record in the request, for error messages. */
    readonly path?: string
  },
): 'valid' | 'unknown' | undefined {
  const schema = recordSchemas(state.settings)[collection]
  const kind = record['$type']
  if (kind !== undefined && kind !== collection)
    throw invalidRequest(
      `Invalid $type: expected ${collection}, got ${typeof kind === 'string' ? kind : JSON.stringify(kind)}`,
    )
  if (validate !== false) {
    if (schema === undefined && validate === true) throw invalidRequest(`Unknown lexicon type: ${collection}`)
    try {
      schema?.(record, path)
    } catch (error) {
      if (error instanceof LexiconProblem)
        throw invalidRequest(`Invalid ${collection} record: ${error.message}`)
      throw error
    }
  }
  for (const ref of blobsOf(record))
    if (!state.blobs.has(`${did} ${ref}`))
      throw new XrpcRefusal(400, 'BlobNotFound', `Could not find blob: ${ref}`)
  if (validate === false) return undefined
  return schema === undefined ? 'unknown' : 'valid'
}
