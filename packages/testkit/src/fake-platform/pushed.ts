import { createHmac } from 'node:crypto'

import {
  makePerson,
  makeUpdate,
  parseJson,
  PlatformError,
  type PushHeaders,
  type Update,
  UpdateAction,
} from '@social/core/platform'
import { wrongArgument } from '@social/core/store'
import * as v from 'valibot'

/** Name of the header that contains the signature of a webhook request. */
export const SIGNATURE_HEADER = 'x-fake-signature'

const optionalText = v.nullish(v.string())

/** The fields after `at` are optional, like the facts of an update. */
const changeSchema = v.object({
  id: v.string(),
  kind: v.string(),
  connection_id: v.string(),
  at: v.string(),
  actor: v.nullish(v.object({ id: v.string(), handle: optionalText, name: optionalText })),
  text: optionalText,
  post_id: optionalText,
  about_post_id: optionalText,
  thread_root_id: optionalText,
  conversation_id: optionalText,
  parent_id: optionalText,
  rating: v.nullish(v.number()),
  url: optionalText,
  actions: v.nullish(v.array(v.picklist(Object.values(UpdateAction)))),
})
type Change = v.InferOutput<typeof changeSchema>
const bodySchema = v.union([changeSchema, v.array(changeSchema)])

/** Returns the headers that sign a webhook body with a secret. */
export function signBody(body: string | Uint8Array, secret: string): PushHeaders {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw wrongArgument('signPush: body', 'text or a Uint8Array', body)
  return { [SIGNATURE_HEADER]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}

/**
 * Parses a webhook body, and returns its first update.
 *
 * @throws PlatformError if the body contains no update.
 */
export function readPushedOne(body: Uint8Array, platform: string): Update {
  const [update] = readPushed(body, platform)
  if (update) return update
  throw new PlatformError(`A pushed body of ${platform} contains no change.`, { platform })
}

/** Parses a webhook body that contains one update or a list of updates. */
export function readPushed(body: Uint8Array, platform: string): readonly Update[] {
  const changes = parse(body, platform)
  return (Array.isArray(changes) ? changes : [changes]).map((change) => toUpdate(change, platform))
}

function toUpdate(change: Change, platform: string): Update {
  const { actor } = change
  return makeUpdate({
    id: change.id,
    kind: change.kind,
    platform,
    connectionId: change.connection_id,
    timestamp: change.at,
    actor: actor ? makePerson({ id: actor.id, handle: actor.handle, displayName: actor.name }) : null,
    text: change.text,
    postId: change.post_id,
    aboutPostId: change.about_post_id,
    threadRootId: change.thread_root_id,
    conversationId: change.conversation_id,
    parentId: change.parent_id,
    rating: change.rating,
    url: change.url,
    actions: change.actions ?? [],
    raw: { ...change },
  })
}

function parse(body: Uint8Array, platform: string): v.InferOutput<typeof bodySchema> {
  try {
    return v.parse(bodySchema, parseJson(Buffer.from(body).toString()))
  } catch (cause) {
    throw new PlatformError(
      `A pushed body of ${platform} must be JSON: { id, kind, connection_id, at }, or a list of such objects.`,
      { platform, cause },
    )
  }
}
