import type { Publication } from './records.js'
import { secondsOf, type TiktokState } from './state.js'

/**
 * Queues a webhook event. The field `content` is a JSON object written as a string, as on TikTok.
 */
export function pushEvent(
  state: TiktokState,
  event: string,
  facts: { readonly openId: string | null; readonly content: unknown; readonly at?: Date },
): void {
  const url = state.settings.webhookUrl
  if (url === null) return
  const body = JSON.stringify({
    client_key: state.settings.clientKey,
    event,
    create_time: secondsOf(facts.at ?? state.clock.now()),
    ...(facts.openId !== null && { user_openid: facts.openId }),
    content: JSON.stringify(facts.content),
  })
  const pushing = state.sender.push({ url, body }).finally(() => state.pushing.delete(pushing))
  state.pushing.add(pushing)
}

/** Queues a webhook event about a video. */
export function pushAbout(
  state: TiktokState,
  event: string,
  publication: Publication,
  more: Readonly<Record<string, unknown>> & { readonly at?: Date } = {},
): void {
  const { publishId, openId, destination } = publication
  const { at, ...content } = more
  pushEvent(state, event, {
    openId,
    content: {
      publish_id: publishId,
      publish_type: destination === 'PROFILE' ? 'DIRECT_PUBLISH' : 'INBOX_SHARE',
      ...content,
    },
    ...(at && { at }),
  })
}

/** Revokes the app's access to a person. The tokens become invalid before the event is sent. */
export function removeAccess(state: TiktokState, openId: string, reason: number): void {
  for (const access of state.accesses) if (access.openId === openId) access.revoked = true
  pushEvent(state, 'authorization.removed', { openId, content: { reason } })
}
