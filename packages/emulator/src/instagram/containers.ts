import { requireScopes } from '../meta/access.js'
import {
  type Container,
  isReadable,
  keepContainer,
  completeContainer,
  reportedStage,
  startDownloads,
  type VideoRules,
} from '../meta/containers.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { fetchFile, type FetchedFile } from '../meta/fetch-file.js'
import type { NodeType } from '../meta/fields.js'
import type { Params } from '../meta/params.js'
import { badParameter, noSuchObject } from '../meta/refusal.js'
import { later, nextId } from '../meta/state.js'
import { checkOptions } from './container-options.js'
import { instagramRefusal } from './faults.js'
import type { Account } from './records.js'
import { accountInPath, type InstagramState } from './state.js'

const PUBLISH = ['instagram_business_basic', 'instagram_business_content_publish']
/**
 * Maximum size of a picture in bytes: 8 MiB.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
 * (read 2026-11-22)
 */
const MAX_PICTURE_BYTES = 8_388_608
const FORM = [
  'media_type',
  'image_url',
  'video_url',
  'caption',
  'alt_text',
  'is_carousel_item',
  'children',
  'user_tags',
  'collaborators',
  'location_id',
  'cover_url',
  'thumb_offset',
  'share_to_feed',
  'audio_name',
  'trial_params',
  'is_ai_generated',
]

/**
 * Rules for videos that the server fetches. An error is a subcode, which the container's status
 * message contains.
 */
export const VIDEO_RULES: VideoRules = {
  largestBytes: 314_572_800,
  notFetched: (problem) =>
    problem === 'TOO_BIG' ? '2207026' : problem === 'TIMED_OUT' ? '2207003' : '2207077',
  problemOf: ({ sniffed }) =>
    sniffed?.contentType === 'video/mp4' || sniffed?.contentType === 'video/quicktime' ? null : '2207026',
}

/**
 * Fetches a picture during the API call.
 * @throws Refusal if the fetch fails or Instagram does not accept the picture.
 */
async function fetchPicture(state: InstagramState, url: string, isStory: boolean): Promise<FetchedFile> {
  const file = await fetchFile(state, url, MAX_PICTURE_BYTES)
  if (file === 'TIMED_OUT') throw instagramRefusal('DOWNLOAD_TIMED_OUT')
  if (file === 'TOO_BIG') throw instagramRefusal('TOO_LARGE')
  if (typeof file === 'string' || file.sniffed === null) throw instagramRefusal('NOT_FETCHED')
  const { contentType, width, height } = file.sniffed
  if (contentType !== 'image/jpeg')
    throw instagramRefusal(contentType.startsWith('image/') ? 'FORMAT' : 'NOT_FETCHED')
  if (!isStory && width !== null && height !== null && (width / height < 0.8 || width / height > 1.91))
    throw instagramRefusal('ASPECT_RATIO')
  return file
}

function checkChildren(state: InstagramState, account: Account, children: readonly string[]): boolean {
  if (children.length < 2 || children.length > 10) throw instagramRefusal('CAROUSEL_COUNT')
  let hasVideo = false
  for (const id of children) {
    const child = state.containers.get(id)
    if (child === undefined || child.owner !== account.userId || child.stage === 'EXPIRED' || child.isLost)
      throw instagramRefusal('CONTAINER_GONE')
    if (!child.isPiece) throw badParameter(`The container ${id} was not made with is_carousel_item`)
    if (child.stage === 'ERROR') throw instagramRefusal('CREATE_FAILED')
    hasVideo ||= child.hasVideo
  }
  return hasVideo
}

/**
 * Returns the kind of container that the parameters request.
 * @throws Refusal for an invalid combination of parameters.
 */
function kindOf(params: Params): string {
  const isPiece = params.boolean('is_carousel_item') ?? false
  const type = params.oneOf('media_type', ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'])
  const hasPicture = params.has('image_url')
  if (type === null || type === 'IMAGE') {
    if (params.has('video_url')) throw badParameter('The parameter media_type is required')
    params.must('image_url')
    return 'IMAGE'
  }
  if (type === 'REELS' && isPiece) throw instagramRefusal('MEDIA_TYPE')
  if (type === 'VIDEO' && !isPiece)
    throw badParameter(
      'The VIDEO value for media_type is no longer supported. Use the REELS media type to publish a video to your Instagram feed',
    )
  if (type === 'CAROUSEL') params.must('children')
  else if (type !== 'STORIES' || !hasPicture) params.must('video_url')
  if (type === 'STORIES' && hasPicture && params.has('video_url'))
    throw badParameter('Only one of image_url and video_url may be given')
  if (type === 'STORIES' && isPiece) throw instagramRefusal('MEDIA_TYPE')
  return type
}

function countContainers(state: InstagramState, { userId }: Account): void {
  const since = later(state.clock.now(), -86_400)
  const recent = [...state.containers.values()].filter(
    ({ owner, createdAt }) => owner === userId && createdAt > since,
  )
  if (recent.length >= state.own.containersPerDay) throw instagramRefusal('DAILY_POSTS')
}

/**
 * POST /:id/media: creates a container. Pictures are fetched during the call, videos afterwards.
 */
export async function createContainer(
  state: InstagramState,
  { access, params, path }: SignedVisit,
): Promise<unknown> {
  const account = accountInPath(state, access, path['id'] ?? '', 'POST')
  requireScopes(state, access, PUBLISH, 10)
  params.only(...FORM)
  countContainers(state, account)
  const kind = kindOf(params)
  checkOptions(account, kind, params)
  const imageUrl = params.url('image_url')
  const videoUrl = imageUrl === null ? params.url('video_url') : null
  const children = params.list('children')
  if (kind !== 'CAROUSEL' && children.length > 0)
    throw badParameter('The parameter children belongs to a carousel')
  const file = imageUrl === null ? null : await fetchPicture(state, imageUrl, kind === 'STORIES')
  const cover = params.url('cover_url')
  if (cover !== null) await fetchPicture(state, cover, true)
  const hasVideo = kind === 'CAROUSEL' ? checkChildren(state, account, children) : videoUrl !== null
  const given = FORM.flatMap((name) =>
    params.text(name) === null ? [] : [[name, params.must(name)] as const],
  )
  const container = keepContainer(state, {
    id: nextId(state),
    owner: account.userId,
    kind,
    isPiece: params.boolean('is_carousel_item') ?? false,
    hasVideo,
    children,
    given: Object.fromEntries(given),
    url: videoUrl,
    file,
  })
  startDownloads(state, VIDEO_RULES)
  return { id: container.id }
}

/** Returns a container with its current state. Null if the caller has no such container. */
export async function ownContainer(
  state: InstagramState,
  owner: string,
  id: string,
): Promise<Container | null> {
  const container = state.containers.get(id)
  if (container === undefined || container.owner !== owner) return null
  await completeContainer(state, container)
  return container
}

const STATUS_MESSAGES: Readonly<Record<string, string>> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  EXPIRED: 'Expired: The container was not published within 24 hours and has expired.',
  PUBLISHED: 'Published: Media has been published.',
}

/**
 * Returns the readable fields of a container. As on Instagram, no field contains the id of the
 * published media.
 */
export function containerType(state: InstagramState): NodeType<Container> {
  return {
    name: 'InstagramMediaContainer',
    defaults: ['id'],
    fields: {
      id: ({ id }) => id,
      status_code: (container) =>
        state.containerSettings.omitStatus ? undefined : reportedStage(state, container),
      status: (container) => {
        const stage = reportedStage(state, container)
        return stage === 'ERROR'
          ? `Error: Media upload has failed with error code ${container.error}`
          : STATUS_MESSAGES[stage]
      },
      copyright_check_status: () => ({ status: 'completed', matches_found: false }),
    },
  }
}

/**
 * Returns a container with its current state.
 * @throws Refusal if the caller has no such container.
 */
export async function mustOwnContainer(
  state: InstagramState,
  owner: string,
  id: string,
  method: string,
): Promise<Container> {
  const container = await ownContainer(state, owner, id)
  if (container === null || !isReadable(state, container)) throw noSuchObject(method, id)
  return container
}
