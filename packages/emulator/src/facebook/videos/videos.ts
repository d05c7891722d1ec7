import { createHash } from 'node:crypto'

import { sniff } from '../../framework/files/sniff.js'
import type { SignedVisit } from '../../meta/dispatch.js'
import { fetchFile } from '../../meta/fetch-file.js'
import type { FormFile, Params } from '../../meta/params.js'
import { badParameter } from '../../meta/refusal.js'
import { nextId } from '../../meta/state.js'
import { facebookRefusal, wrongOffset } from '../faults.js'
import { keepPost, notePost, PUBLISH, textOf } from '../feed.js'
import type { Page, Video } from '../records.js'
import { readTiming, type Timing, TIMING } from '../schedule.js'
import { type FacebookState, pageInPath } from '../state.js'
import { isLostUpload } from './video-node.js'

const DIRECT = ['source', 'file_url', 'description', 'title', ...TIMING]

/** Creates a video without bytes. Its upload has not started. */
export function makeVideo(state: FacebookState, pageId: string, kind: Video['kind']): Video {
  const video: Video = {
    id: nextId(state),
    pageId,
    kind,
    createdAt: state.clock.now(),
    size: null,
    uploadedBytes: 0,
    hash: createHash('sha256'),
    sha256: null,
    description: '',
    title: null,
    finishedAt: null,
    publish: 'NOT_YET',
    word: null,
    fetching: null,
    isLost: false,
    problem: null,
    postId: null,
  }
  state.videos.set(video.id, video)
  return video
}

/**
 * Finishes an upload: processing starts, and the video gets a post. The post of a draft is
 * unpublished.
 */
export function finishVideo(
  state: FacebookState,
  video: Video,
  timing: Timing,
  extra: Readonly<Record<string, string>> = {},
): void {
  video.finishedAt = state.clock.now()
  video.sha256 ??= video.hash.digest('hex')
  video.publish = timing.published ? 'PUBLISHED' : timing.scheduledFor === null ? 'DRAFT' : 'SCHEDULED'
  const { pageId, description: message, id: videoId } = video
  const post = keepPost(state, { pageId, message, videoId, extra, ...timing })
  video.postId = post.id
  notePost(state, post, [video.sha256])
}

async function createImmediately(state: FacebookState, page: Page, params: Params): Promise<unknown> {
  params.only(...DIRECT)
  const timing = readTiming(state, params)
  const description = textOf(params, 'description')
  const file = params.files.get('source')
  const url = params.url('file_url')
  if (file === undefined && url === null) throw badParameter('Requires one of the params: source, file_url')
  const got = url === null ? null : await fetchFile(state, url, state.own.largestVideoBytes)
  if (typeof got === 'string') throw facebookRefusal('VIDEO_NOT_FETCHED')
  const sniffed = got === null ? sniff(file?.received.head ?? new Uint8Array()) : got.sniffed
  if (sniffed?.contentType.startsWith('video/') !== true) throw facebookRefusal('BAD_FORMAT')
  const video = makeVideo(state, page.id, 'VIDEO')
  video.uploadedBytes = got?.bytes ?? file?.received.bytes ?? 0
  video.size = video.uploadedBytes
  video.sha256 = got?.sha256 ?? file?.received.sum ?? null
  video.description = description
  video.title = params.text('title')
  finishVideo(state, video, timing)
  return { id: video.id }
}

function start(state: FacebookState, page: Page, params: Params): unknown {
  params.only('upload_phase', 'file_size')
  const size = params.number('file_size') ?? 0
  if (size < 1 || size > state.own.largestVideoBytes) throw badParameter('Param file_size is invalid')
  const video = makeVideo(state, page.id, 'VIDEO')
  video.size = size
  const session = nextId(state)
  state.sessions.set(session, video.id)
  return { video_id: video.id, upload_session_id: session, ...offsets(state, video) }
}

function offsets(state: FacebookState, { uploadedBytes, size }: Video) {
  return {
    start_offset: String(uploadedBytes),
    end_offset: String(Math.min(uploadedBytes + state.own.pieceBytes, size ?? 0)),
  }
}

const wrongOffsetOf = (state: FacebookState, from: string, to: string): Error =>
  state.own.returnOffsets ? wrongOffset(from, to) : facebookRefusal('WRONG_OFFSET')

function sessionVideo(state: FacebookState, page: Page, params: Params): Video {
  const video = state.videos.get(state.sessions.get(params.must('upload_session_id')) ?? '')
  if (video === undefined || video.pageId !== page.id || isLostUpload(state, video))
    throw facebookRefusal('SESSION_DEAD')
  return video
}

function transfer(state: FacebookState, page: Page, params: Params): unknown {
  params.only('upload_phase', 'upload_session_id', 'start_offset', 'video_file_chunk')
  const video = sessionVideo(state, page, params)
  const piece: FormFile | undefined = params.files.get('video_file_chunk')
  if (piece === undefined) throw badParameter('The parameter video_file_chunk is required')
  const { start_offset: from, end_offset: to } = offsets(state, video)
  const { kept, bytes } = piece.received
  const isRight = params.must('start_offset') === from && bytes === Number(to) - Number(from) && kept !== null
  if (!isRight || video.finishedAt !== null) throw wrongOffsetOf(state, from, to)
  video.hash.update(kept)
  video.uploadedBytes += bytes
  return offsets(state, video)
}

function finish(state: FacebookState, page: Page, params: Params): unknown {
  params.only('upload_phase', 'upload_session_id', 'description', 'title', ...TIMING)
  const video = sessionVideo(state, page, params)
  const { start_offset: from, end_offset: to } = offsets(state, video)
  if (video.uploadedBytes !== video.size) throw wrongOffsetOf(state, from, to)
  if (video.finishedAt !== null) throw facebookRefusal('SESSION_DEAD')
  const timing = readTiming(state, params)
  video.description = textOf(params, 'description')
  video.title = params.text('title')
  finishVideo(state, video, timing)
  return { success: true }
}

/**
 * POST /:id/videos on graph.facebook.com and graph-video.facebook.com: receives a video in one
 * request, from a URL, or in pieces whose size the server chooses.
 */
export function createVideo(state: FacebookState, { access, params, path }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', PUBLISH)
  switch (params.oneOf('upload_phase', ['start', 'transfer', 'finish', 'cancel'])) {
    case 'start':
      return start(state, page, params)
    case 'transfer':
      return transfer(state, page, params)
    case 'finish':
      return finish(state, page, params)
    case 'cancel':
      state.videos.delete(sessionVideo(state, page, params).id)
      return { success: true }
    default:
      return createImmediately(state, page, params)
  }
}
