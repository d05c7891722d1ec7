import { LexiconProblem } from '../lexicon/lexicon.js'
import { recordSchemas } from '../lexicon/lexicons.js'
import type { BlueskyState } from '../state.js'
import { type Input, isInput } from '../wire/input.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'

/** What is asked for: to look at it, not to, or to look where the schema is known. */
export type Validate = boolean | undefined

/** Every file that a record names. */
function blobsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(blobsOf)
  if (!isInput(value)) return []
  const ref = value['$type'] === 'blob' && isInput(value['ref']) ? value['ref']['$link'] : null
  return typeof ref === 'string' ? [ref] : Object.values(value).flatMap(blobsOf)
}

/**
 * Looks at a record as strictly as its lexicon.
 *
 * @returns `unknown` for a collection that nobody knows.
 * @throws XrpcRefusal 400 naming the place; for a file that was not uploaded too.
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
    /** Where it stands in the request. */
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
