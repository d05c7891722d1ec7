import { requireScopes } from '../meta/access.js'
import {
  type Container,
  keepContainer,
  completeContainer,
  reportedStage,
  startDownloads,
  type VideoRules,
} from '../meta/containers.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { type FetchedFile, fetchFile } from '../meta/fetch-file.js'
import type { NodeType } from '../meta/fields.js'
import type { Params } from '../meta/params.js'
import { badParameter } from '../meta/refusal.js'
import { nextId } from '../meta/state.js'
import { checkOptions } from './container-options.js'
import { threadsRefusal } from './faults.js'
import { publishNow } from './publish.js'
import type { Account } from './records.js'
import { requireReplyRight } from './reply-right.js'
import { accountInPath, type ThreadsState } from './state.js'

const FORM = [
  'media_type',
  'text',
  'image_url',
  'video_url',
  'alt_text',
  'is_carousel_item',
  'children',
  'reply_to_id',
  'reply_control',
  'topic_tag',
  'link_attachment',
  'quote_post_id',
  'poll_attachment',
  'text_entities',
  'is_spoiler_media',
  'text_attachment',
  'gif_attachment',
  'enable_reply_approvals',
  'is_ghost_post',
  'allowlisted_country_codes',
  'location_id',
  'auto_publish_text',
  'crossreshare_to_ig',
  'crossreshare_to_ig_dark_mode',
]
/**
 * Maximum size of a picture: 8 MiB in bytes.
 * https://developers.facebook.com/documentation/threads/overview (copy of 2026)
 */
const MAX_PICTURE_BYTES = 8_388_608

/** Rules that Threads applies to the videos it fetches. */
export const VIDEO_RULES: VideoRules = {
  largestBytes: 1_073_741_824,
  notFetched: () => 'FAILED_DOWNLOADING_VIDEO',
  problemOf: ({ sniffed }) =>
    sniffed?.contentType === 'video/mp4' || sniffed?.contentType === 'video/quicktime'
      ? null
      : 'FAILED_PROCESSING_VIDEO',
}

async function fetchPicture(state: ThreadsState, url: string): Promise<FetchedFile> {
  const file = await fetchFile(state, url, MAX_PICTURE_BYTES)
  if (file === 'TOO_BIG') throw badParameter('The image is too large: it must be at most 8 MB')
  if (typeof file === 'string' || file.sniffed === null) throw threadsRefusal('NOT_FETCHED')
  const { contentType, width, height } = file.sniffed
  if (contentType !== 'image/jpeg' && contentType !== 'image/png')
    throw badParameter('The image must be JPEG or PNG')
  if (width !== null && height !== null && Math.max(width / height, height / width) > 10)
    throw badParameter('The aspect ratio of the image must be at most 10:1')
  return file
}

function checkChildren(state: ThreadsState, account: Account, children: readonly string[]): boolean {
  if (children.length < 2 || children.length > 20)
    throw badParameter('Param children must have 2 to 20 items')
  let hasVideo = false
  for (const id of children) {
    const child = state.containers.get(id)
    if (
      child === undefined ||
      child.owner !== account.id ||
      !child.isPiece ||
      child.stage === 'EXPIRED' ||
      child.isLost
    )
      throw threadsRefusal('MEDIA_NOT_FOUND')
    if (child.stage === 'ERROR') throw badParameter(`The item ${id} has failed`)
    hasVideo ||= child.hasVideo
  }
  return hasVideo
}

const NEEDS: Readonly<Record<string, string>> = {
  IMAGE: 'image_url',
  VIDEO: 'video_url',
  CAROUSEL: 'children',
}

function kindOf(params: Params): string {
  params.must('media_type')
  const kind = params.oneOf('media_type', ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']) ?? 'TEXT'
  for (const [other, name] of Object.entries(NEEDS))
    if (params.has(name) && other !== kind) throw badParameter(`The parameter ${name} belongs to ${other}`)
  const needed = NEEDS[kind]
  if (needed !== undefined) params.must(needed)
  else if (
    !params.has('text') &&
    !['poll_attachment', 'gif_attachment', 'link_attachment', 'text_attachment', 'quote_post_id'].some(
      (name) => params.has(name),
    )
  )
    throw badParameter('The parameter text is required')
  return kind
}

/** Handles POST /:id/threads. */
export async function createContainer(state: ThreadsState, visit: SignedVisit): Promise<unknown> {
  const { access, params, path } = visit
  const account = accountInPath(state, access, path['id'] ?? '', 'POST')
  requireScopes(state, access, ['threads_basic', 'threads_content_publish'], 10)
  params.only(...FORM)
  const kind = kindOf(params)
  checkOptions(state, visit, kind)
  const replyTo = params.text('reply_to_id')
  if (replyTo !== null) requireReplyRight(state, access, replyTo)
  const quoted = params.text('quote_post_id')
  if (quoted !== null && !state.posts.has(quoted)) throw threadsRefusal('MEDIA_NOT_FOUND')
  const children = params.list('children')
  const hasVideo = kind === 'CAROUSEL' ? checkChildren(state, account, children) : kind === 'VIDEO'
  const imageUrl = params.url('image_url')
  const file = imageUrl === null ? null : await fetchPicture(state, imageUrl)
  const container = keepContainer(state, {
    id: nextId(state),
    owner: account.id,
    kind,
    isPiece: params.boolean('is_carousel_item') ?? false,
    hasVideo,
    children,
    given: Object.fromEntries(FORM.flatMap((name) => (params.has(name) ? [[name, params.must(name)]] : []))),
    url: params.url('video_url'),
    file,
  })
  startDownloads(state, VIDEO_RULES)
  return { id: params.boolean('auto_publish_text') === true ? publishNow(state, container).id : container.id }
}

/** Returns a container of the caller, updated to the current time. */
export async function ownContainer(
  state: ThreadsState,
  owner: string,
  id: string,
): Promise<Container | null> {
  const container = state.containers.get(id)
  if (container === undefined || container.owner !== owner) return null
  await completeContainer(state, container)
  return container
}

/** Defines the readable fields of a container. The id of the published post is not among them. */
export function containerType(state: ThreadsState): NodeType<Container> {
  return {
    name: 'ThreadsMediaContainer',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      status: (container) =>
        state.containerSettings.omitStatus ? undefined : reportedStage(state, container),
      error_message: (container) =>
        container.stage === 'ERROR' ? (container.error ?? 'UNKNOWN') : undefined,
    },
  }
}
