import * as v from 'valibot'

import { NetworkError } from '../../../errors/index.js'
import type { Answer } from './posting-world.js'

/** Schema of the sample network's response to a post. */
export const idReply = v.object({ id: v.string() })

/** Returns a promise that stays pending forever. */
export const never = (): Promise<never> => new Promise(() => {})

/** Rejects like a request whose response is lost. */
export const lost = (): Promise<never> => Promise.reject(new NetworkError('The connection broke.'))

/** Returns the error with which a promise rejects. */
export const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

/** Answers every request successfully. */
export const happy: Answer = () => ({ body: { id: '7', access: 'second-access' } })

/** Answers requests that create a post with the given answer. All other requests succeed. */
export const onPosts =
  (answer: Answer): Answer =>
  (request) =>
    request.url.endsWith('/posts') ? answer(request) : happy(request)
