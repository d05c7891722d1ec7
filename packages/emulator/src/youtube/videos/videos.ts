import type { Visit } from '../../framework/router.js'
import { requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { listJson, readList, readParts } from '../wire/lists.js'
import { chargeUnits } from '../wire/quota.js'
import { badParameter } from '../wire/refusals.js'
import { videoJson } from './video-json.js'

const PARTS = [
  'snippet',
  'status',
  'processingDetails',
  'statistics',
  'contentDetails',
  'fileDetails',
  'recordingDetails',
  'paidProductPlacementDetails',
]
/** Parts that only the owner of a video can read. */
const OWN_PARTS = new Set(['processingDetails', 'fileDetails'])

/** GET /youtube/v3/videos: omits private videos of other people. */
export function listVideos(state: YoutubeState, { request, url }: Visit): Response {
  const token = requireCaller(state, request, 'read', 'V3DataVideoService.List')
  chargeUnits(state, 1)
  const parts = readParts(url.searchParams, PARTS)
  const ids = readList(url.searchParams, 'id')
  if (ids.length === 0)
    throw badParameter(
      'missingRequiredParameter',
      'No filter selected. Expected one of: chart, id, myRating',
      'parameters.',
    )
  const items = ids.flatMap((id) => {
    const video = state.videos.get(id)
    if (!video) return []
    const isMine = token.channelIds.includes(video.channelId)
    if (!isMine && (video.metadata.privacyStatus === 'private' || parts.some((part) => OWN_PARTS.has(part))))
      return []
    if (isMine) video.polls += 1
    return [videoJson(state, video, parts)]
  })
  return Response.json(listJson('video', items, { total: items.length, size: items.length }))
}
