import * as v from 'valibot'

import { NetworkError } from '../../../errors/index.js'
import type { Answer } from './posting-world.js'

/** Schema of the sample network's response to a post. */
export const idReply = v.object({ id: v.string() })

/** A promise that stays pending forever. */
export const never = (): Promise<never> => new Promise(() => {})

/** A response that is lost. */
export const lost = (): Promise<never> => Promise.reject(new NetworkError('The connection broke.'))

/** The rejection of a promise. */
export const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

/** A successful response. */
export const happy: Answer = () => ({ body: { id: '7', access: 'second-access' } })

/** Answers requests that create a post; all others succeed. */
export const onPosts =
  (answer: Answer): Answer =>
  (request) =>
    request.url.endsWith('/posts') ? answer(request) : happy(request)
