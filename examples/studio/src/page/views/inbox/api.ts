import type { Happening } from '../../../shared/happenings.js'
import type { Deed, ThreadInfo, UpdateInfo } from '../../../shared/inbox.js'
import { ask, path } from '../../request.js'

export const inboxApi = {
  answer: (id: string, text: string, idempotencyKey: string) =>
    ask<UpdateInfo>('POST', path`/api/updates/${id}/answer`, { text, idempotencyKey }),
  deed: (id: string, deed: Deed) => ask<UpdateInfo>('POST', path`/api/updates/${id}/deeds/${deed}`),
  read: (ids: readonly string[]) => ask<null>('POST', '/api/updates/read', { ids }),
  thread: (id: string) => ask<ThreadInfo>('GET', path`/api/updates/${id}/thread`),
  happen: (what: Happening, accountId: string) =>
    ask<null>('POST', path`/api/happenings/${what}`, { accountId }),
}
