import * as v from 'valibot'

import { NetworkError } from '../../../errors/index.js'
import type { Answer } from './posting-world.js'

/** What the sample network answers a post with. */
export const idReply = v.object({ id: v.string() })

/** Nothing, ever. */
export const never = (): Promise<never> => new Promise(() => {})

/** The answer is lost. */
export const lost = (): Promise<never> => Promise.reject(new NetworkError('The connection broke.'))

/** What it rejects with. */
export const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

/** All is well. */
export const happy: Answer = () => ({ body: { id: '7', access: 'second-access' } })

/** Answers what makes a post; all else goes well. */
export const onPosts =
  (answer: Answer): Answer =>
  (request) =>
    request.url.endsWith('/posts') ? answer(request) : happy(request)
