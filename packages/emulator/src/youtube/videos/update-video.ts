import { isDeepStrictEqual } from 'node:util'

import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import type { VideoMetadata } from '../records.js'
import { requireCaller } from '../sign-in/access.js'
import type { YoutubeState } from '../state.js'
import { chargeUnits } from '../wire/quota.js'
import { badParameter, invalidVideo, Refusal } from '../wire/refusals.js'
import { videoJson } from './video-json.js'
import { readParts, readPlacement, readRecording, readSnippet, readStatus } from './video-metadata.js'

/**
 * PUT /youtube/v3/videos: replaces the parts of the metadata that `part` names. Fields omitted
 * from a part are reset.
 * https://developers.google.com/youtube/v3/docs/videos/update (read 2026-11-22)
 */
export async function updateVideo(state: YoutubeState, { request, url }: Visit): Promise<Response> {
  const token = requireCaller(state, request, 'comments', 'V3DataVideoService.Update')
  chargeUnits(state, 50)
  const body: unknown = JSON.parse(new TextDecoder().decode(await readSmallBody(request)))
  const parts = readParts(url.searchParams, body)
  if (Object.keys(parts).length === 0)
    throw badParameter('missingRequiredParameter', 'No part selected', 'part')
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  const video = typeof id === 'string' ? state.videos.get(id) : undefined
  if (!video)
    throw new Refusal(404, 'videoNotFound', 'The video that you are trying to update cannot be found.', {
      domain: 'youtube.video',
    })
  if (!token.channelIds.includes(video.channelId))
    throw new Refusal(403, 'forbidden', 'The request might not be properly authorized.', {
      domain: 'youtube.video',
    })
  const { snippet, status, recordingDetails, paidProductPlacementDetails } = parts
  if (snippet && typeof snippet['categoryId'] !== 'string')
    throw invalidVideo(
      'invalidCategoryId',
      'The <code>snippet.categoryId</code> property specifies an invalid category ID.',
      'body.snippet.categoryId',
    )
  const metadata: VideoMetadata = {
    ...video.metadata,
    ...(snippet && readSnippet(snippet)),
    ...(status && readStatus(state, status)),
    ...(recordingDetails && readRecording(recordingDetails)),
    ...(paidProductPlacementDetails && readPlacement(paidProductPlacementDetails)),
  }
  const before = video.metadata
  video.metadata = metadata
  // An edit that changes nothing is not recorded.
  if (!isDeepStrictEqual(before, metadata))
    state.effects.add({
      account: video.channelId,
      kind: 'EDIT',
      id: video.id,
      content: { on: video.id, metadata },
    })
  return Response.json(videoJson(state, video, Object.keys(parts)))
}
