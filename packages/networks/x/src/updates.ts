import type { Call, CanReadUpdates, RawData, Update } from '@social/core/platform'
import * as v from 'valibot'

import { postsCost } from './limits/index.js'
import { compareIds, toContext, toUpdate } from './map/index.js'
import type { Settings } from './options.js'
import { postReply, postsReply, rawList } from './schemas.js'

/** Pages of one poll at most: X keeps about the 800 newest mentions. https://docs.x.com/x-api/users/get-mentions (read 2026-11-22) */
const MOST_PAGES = 8

/** What is asked for, by the names of August 2026. Same page. */
export const MENTIONS_QUERY = {
  'post.fields': 'created_at,conversation_id',
  expansions: 'author_id,in_reply_to_user_id,referenced_posts',
  'user.fields': 'username,name,profile_image_url',
} as const

/** X takes whole seconds in UTC. Rounded down: what comes twice has the same id, what is left out is lost. */
const toStartTime = (since: Date): string => `${since.toISOString().slice(0, 19)}Z`

interface MentionsPage {
  readonly updates: readonly Update[]
  readonly next: string | null
}

/** Each mention keeps what X sent of it, untouched. */
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
  since: Date | null,
  token: string | null,
  { updatesPerCheck }: Settings,
  call: Call,
): Promise<MentionsPage> {
  const { data, raw } = await call.http.request(
    'GET',
    `/users/${encodeURIComponent(call.connection.accountId)}/mentions`,
    postsReply,
    {
      query: {
        max_results: updatesPerCheck,
        start_time: since && toStartTime(since),
        pagination_token: token,
        ...MENTIONS_QUERY,
      },
      cost: postsCost(updatesPerCheck),
    },
  )
  const read = v.safeParse(rawList, raw)
  const entries = read.success ? read.output.data : []
  return { updates: toUpdates(entries, data.includes, call), next: data.meta?.next_token ?? null }
}

/** Polling mentions. Nothing is pushed: X's webhooks are signed with a secret that apps of OAuth 2.0 do not have here. */
export function polling(settings: Settings): CanReadUpdates {
  return {
    async fetchUpdates(since, call) {
      const found: Update[] = []
      let token: string | null = null
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { updates, next }: MentionsPage = await readPage(since, token, settings, call)
        found.push(...updates.filter(({ timestamp }) => since === null || timestamp > since))
        token = next
        if (token === null || since === null) break
      }
      if (token !== null && since !== null)
        call.warn(
          'X has more mentions than one poll reads. Poll more often, or pass a bigger updatesPerCheck.',
        )
      return found.toSorted(
        (one, other) => one.timestamp.getTime() - other.timestamp.getTime() || compareIds(one.id, other.id),
      )
    },
  }
}
