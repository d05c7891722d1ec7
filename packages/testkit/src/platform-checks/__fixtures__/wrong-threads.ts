import { NotFoundError } from '@social/core/platform'

import { nothing, sample } from './sample-platform.js'
import { doing, flags, wrong, type WrongPlatform } from './wrong.js'

const TOO_LONG = 'refuses a part of a thread that is too long, and only reads'

export const WRONG_THREADS: readonly WrongPlatform[] = [
  [
    'can reply to a post if it posts threads',
    wrong(flags(...[...sample.features].filter((flag) => flag !== 'REPLY'))),
    'It lists POST_THREAD without REPLY',
  ],
  [
    TOO_LONG,
    doing({ checkThreadPart: async () => {} }),
    'checkThreadPart() must refuse a text that is one letter too long with InvalidPostError, and took it.',
  ],
  [
    TOO_LONG,
    doing({
      async checkThreadPart(post, part, call) {
        await call.http.put('/drafts', nothing)
        await sample.checkThreadPart(post, part, call)
      },
    }),
    'checkThreadPart() sent PUT /v1/drafts: it may only read.',
  ],
  [
    'accepts a later part of a thread',
    doing({
      async checkThreadPart(post, part, call) {
        await sample.checkThreadPart(post, part, call)
        throw new NotFoundError('There is no part before it.', { platform: 'sample' })
      },
    }),
    'checkThreadPart() refused a part that publish() takes: NotFoundError: There is no part before it.',
  ],
]
