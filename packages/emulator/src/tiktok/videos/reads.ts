import type { Visit } from '../../framework/router.js'
import { avatarUrl, personOf, privacyLevelsOf } from '../people.js'
import type { Person, Publication, Stage } from '../records.js'
import { dataReply, invalidParams, Refusal } from '../refusals.js'
import { countRequest, readJson, requireAccess } from '../sign-in/access.js'
import type { TiktokState } from '../state.js'
import { capOf } from './caps.js'

type Field = readonly [scope: string, read: (person: Person) => unknown]

/**
 * Fields of a person, each with its required scope.
 * https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info (copy of October 2026)
 */
const USER_FIELDS: Readonly<Record<string, Field>> = {
  open_id: ['user.info.basic', ({ openId }) => openId],
  avatar_url: ['user.info.basic', avatarUrl],
  avatar_url_100: ['user.info.basic', avatarUrl],
  avatar_large_url: ['user.info.basic', avatarUrl],
  display_name: ['user.info.basic', ({ displayName }) => displayName],
  username: ['user.info.profile', ({ username }) => username],
  bio_description: ['user.info.profile', () => ''],
  is_verified: ['user.info.profile', () => false],
  profile_web_link: ['user.info.profile', ({ username }) => `https://www.tiktok.com/@${username}`],
  follower_count: ['user.info.stats', () => 0],
  video_count: ['user.info.stats', () => 0],
}

/** GET /v2/user/info/: returns the requested fields of the person. */
export function readUser(state: TiktokState, { request, url }: Visit): Response {
  const wanted = (url.searchParams.get('fields') ?? '').split(',')
  const fields = wanted.map((name) => [name, USER_FIELDS[name]] as const)
  const access = requireAccess(state, request, ['user.info.basic', 'user.info.profile', 'user.info.stats'])
  countRequest(state, 'userInfo', access)
  const person = personOf(state, access)
  const user: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    if (field === undefined) throw invalidParams('Fields is invalid')
    requireAccess(state, request, [field[0]])
    user[name] = field[1](person)
  }
  return dataReply(state, { user })
}

/** POST /v2/post/publish/creator_info/query/: returns the posting options of the person. */
export function readCreator(state: TiktokState, { request }: Visit): Response {
  const access = requireAccess(state, request, ['video.publish'])
  countRequest(state, 'creatorInfo', access)
  const person = personOf(state, access)
  const cap = capOf(state, person)
  // For this call TikTok reports the error with status 200. For a new video, TikTok reports the
  // same error with 403.
  if (cap !== null) return dataReply(state, {}, { status: 200, code: cap.code, message: cap.message })
  return dataReply(state, {
    creator_avatar_url: avatarUrl(person),
    creator_username: person.username,
    creator_nickname: person.displayName,
    privacy_level_options: privacyLevelsOf(person),
    comment_disabled: false,
    duet_disabled: person.isPrivate,
    stitch_disabled: person.isPrivate,
    max_video_post_duration_sec: 300,
  })
}

const WORDS: Readonly<Record<Stage, string>> = {
  UPLOADING: 'PROCESSING_UPLOAD',
  PROCESSING: 'PROCESSING_UPLOAD',
  IN_INBOX: 'SEND_TO_USER_INBOX',
  COMPLETE: 'PUBLISH_COMPLETE',
  FAILED: 'FAILED',
}

/**
 * Returns the number of bytes that the status reports. `isBehind` is true while the status still
 * reports a complete upload as incomplete.
 */
function reportedProgress(state: TiktokState, { arrivals, bytes }: Publication) {
  const until = state.clock.now().getTime() - state.settings.statusLagSeconds * 1000
  const known = arrivals.findLast(({ at }) => at.getTime() <= until)?.bytes ?? 0
  return { known, isBehind: known < bytes && arrivals.at(-1)?.bytes === bytes }
}

function statusOf(state: TiktokState, publication: Publication) {
  const { failReason, postIds } = publication
  const { known, isBehind } = reportedProgress(state, publication)
  const stage = isBehind ? 'UPLOADING' : publication.stage
  return {
    status: state.settings.statusName ?? WORDS[stage],
    ...(failReason !== null && !isBehind && { fail_reason: failReason }),
    // TikTok misspells the field `publicaly_available_post_id`. The ids in it are numbers that
    // JavaScript rounds.
    ...(stage !== 'UPLOADING' &&
      stage !== 'PROCESSING' && { publicaly_available_post_id: postIds.map((id) => `#${id}`) }),
    ...(state.settings.statusReportsBytes && { uploaded_bytes: known }),
  }
}

/** POST /v2/post/publish/status/fetch/: returns the publish status of a video. */
export async function readStatus(state: TiktokState, { request }: Visit): Promise<Response> {
  const access = requireAccess(state, request, ['video.upload', 'video.publish'])
  countRequest(state, 'status', access)
  const { publish_id: publishId } = await readJson(request)
  const publication = state.publications.get(String(publishId))
  if (publication === undefined)
    throw new Refusal(400, 'invalid_publish_id', 'The publish_id does not exist.')
  if (publication.openId !== access.openId)
    throw new Refusal(
      400,
      'token_not_authorized_for_specified_publish_id',
      'The access_token is not authorized to read this publish_id.',
    )
  return dataReply(state, statusOf(state, publication))
}
