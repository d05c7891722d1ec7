import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesInSteps,
  type RawData,
  readUpdateLists,
  type UpdatePage,
} from '@social/core/platform'
import * as v from 'valibot'

import { postsCost } from './limits/index.js'
import { toContext, toUpdate } from './map/index.js'
import type { Settings } from './options.js'
import { postReply, postsReply, rawList } from './schemas.js'

/**
 * Maximum pages of one poll. X returns only about the 800 newest mentions.
 * https://docs.x.com/x-api/users/get-mentions (read 2026-11-22)
 */
const MAX_PAGES_PER_POLL = 8

/** Id of the mentions list. A poll reads only this list. */
const MENTIONS = 'mentions'

/**
 * Requested fields of mentions, with the field names of August 2026.
 * https://docs.x.com/x-api/users/get-mentions (read 2026-11-22)
 */
export const MENTIONS_QUERY = {
  'post.fields': 'created_at,conversation_id,entities,attachments,note_post',
  expansions: 'author_id,in_reply_to_user_id,referenced_posts,attachments.media_keys',
  'user.fields': 'username,name,profile_image_url',
  'media.fields': 'url,preview_image_url,alt_text,type,width,height',
} as const

/**
 * Returns a time in X's format, in whole seconds in UTC. The time is rounded down, because a later
 * time would skip mentions. Duplicates are recognised by their id.
 */
const toStartTime = (since: Date): string => `${since.toISOString().slice(0, 19)}Z`

/** Converts mentions to updates. `raw` of each update is the mention as X returned it. */
function toUpdates(
  entries: readonly RawData[],
  includes: v.InferOutput<typeof postsReply>['includes'],
  call: Call,
) {
  const context = toContext(includes, call.connection)
  return entries.flatMap((raw) => {
    const read = v.safeParse(postReply, raw)
    const update = read.success ? toUpdate(read.output, { raw, context, connection: call.connection }) : null
    return update === null ? [] : [update]
  })
}

async function readPage(
  { updatesPerCheck }: Settings,
  { since, cursor }: { readonly since: Date | null; readonly cursor: string | null },
  call: Call,
): Promise<UpdatePage> {
  const { data, raw } = await call.http.request(
    'GET',
    `/users/${encodeURIComponent(call.connection.accountId)}/mentions`,
    postsReply,
    {
      query: {
        max_results: updatesPerCheck,
        start_time: since && toStartTime(since),
        pagination_token: cursor,
        ...MENTIONS_QUERY,
      },
      cost: postsCost(updatesPerCheck),
    },
  )
  const read = v.safeParse(rawList, raw)
  const updates = toUpdates(read.success ? read.output.data : [], data.includes, call)
  return {
    updates: since === null ? updates : updates.filter(({ timestamp }) => timestamp > since),
    next: since === null ? null : (data.meta?.next_token ?? null),
  }
}

/**
 * Creates the methods that poll mentions. The library does not use webhooks, because X signs them
 * with a secret that OAuth 2.0 apps do not have.
 */
export function polling(settings: Settings): CanReadUpdates & CanReadUpdatesInSteps {
  const readStep = (since: Date | null, progress: string | null, call: Call) =>
    readUpdateLists(progress, {
      readIds: () => Promise.resolve([MENTIONS]),
      readPage: (_list, cursor) => readPage(settings, { since, cursor }, call),
      isGone: () => false,
      maxPages: MAX_PAGES_PER_POLL,
      clock: call.clock,
    })
  return {
    /** Reads at most 8 pages of mentions in one call. */
    fetchUpdateStep: readStep,

    /** Reads at most 8 pages of mentions since a time. Without a time, reads one page. */
    async fetchUpdates(since, call) {
      const { updates, isComplete, interruptedBy } = await readStep(since, null, call)
      if (interruptedBy !== null) throw interruptedBy
      if (!isComplete)
        call.warn('X has more mentions than one poll reads. A Poller reads the others with its next polls.')
      return updates
    },
  }
}
