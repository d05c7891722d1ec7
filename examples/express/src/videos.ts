import { basename, join } from 'node:path'

import { Media, RateLimitError, SocialBaseError, type SocialClient, userMessageOf } from '@social/core'
import type { TiktokPlatform } from '@social/tiktok'
import type { YoutubePlatform } from '@social/youtube'
import express, { type ErrorRequestHandler, type Request, Router } from 'express'

/** Client for YouTube and TikTok. */
type VideoClient = SocialClient<{ youtube: YoutubePlatform; tiktok: TiktokPlatform }>

/** Fields of a submitted form or a JSON body. */
type Fields = Readonly<Record<string, string | undefined>>

/**
 * Creates routes for videos on YouTube and TikTok. For each network, one route uploads a file of
 * `folder`, and another route reports the state of the video. A repeated request with the same
 * `idempotency-key` does not upload the video twice.
 */
export function videoRoutes(social: VideoClient, folder: string): Router {
  // basename() prevents access to files outside the folder.
  const file = (path: unknown): Media => Media.fromFile(join(folder, basename(String(path))))
  const router = Router()

  router.post('/shorts', express.urlencoded(), async (request, response) => {
    const {
      connection_id = '',
      path,
      title,
      made_for_kids,
      description,
      privacy_status,
    }: Fields = request.body ?? {}
    const { id, url, state } = await social.account(connection_id).post(
      {
        text: description ?? '',
        media: [file(path)],
        options: {
          title,
          // The law requires this declaration. Without a yes or no, the library throws
          // before it sends the request.
          madeForKids: made_for_kids === 'yes' || (made_for_kids === 'no' ? false : undefined),
          privacyStatus: privacy_status,
        },
      },
      { idempotencyKey: keyOf(request) },
    )
    response.status(201).json({ video_id: id, url, state })
  })
  router.get('/shorts/:connection/:video', async ({ params }, response) => {
    const { state, url } = await social.accountOf('youtube', params.connection).checkState(params.video)
    response.json({ state, url })
  })

  router.post('/uploads', express.json(), async (request, response) => {
    const { connection_id = '', path, send_to, caption, privacy_level }: Fields = request.body ?? {}
    const { id, state } = await social.account(connection_id).post(
      {
        text: caption ?? '',
        media: [file(path)],
        options: { sendTo: send_to, privacyLevel: privacy_level },
      },
      { idempotencyKey: keyOf(request) },
    )
    response.status(201).json({ publish_id: id, state })
  })
  router.get('/uploads/:connection/:upload', async ({ params }, response) => {
    const { state, url } = await social.accountOf('tiktok', params.connection).checkState(params.upload)
    response.json({ state, url })
  })

  router.use(answerErrors)
  return router
}

function keyOf(request: Request): string | undefined {
  return request.get('idempotency-key')
}

/**
 * Reports an exhausted quota without a retry. Shows the visitor the user message of every error of
 * the library, in the language of the browser.
 */
const answerErrors: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent || !SocialBaseError.is(error)) return next(error)
  const text = userMessageOf(error, { language: request.acceptsLanguages('en', 'de') || 'en' })
  const advice = 'Do not retry today: each attempt uses more of the quota.'
  if (RateLimitError.is(error)) response.status(429).json({ error: text, advice })
  else response.status(400).json({ error: text })
}
