import { makeUpdate, type Update, type UpdateInit } from '../../models/index.js'

/** Creates an update with default values, replaced by `changes`. */
export function anUpdate(changes: Partial<UpdateInit> = {}): Update {
  return makeUpdate({
    id: 'update-1',
    kind: 'COMMENT_CREATED',
    platform: 'fake',
    connectionId: 'fake:42',
    timestamp: '2026-03-01T12:00:00Z',
    ...changes,
  })
}
