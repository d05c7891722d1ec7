import type { AnyAccount, Update } from '@social/core'
import type { EffectKind } from '@social/emulator'

import type { Operation, AttemptOptions } from './network.js'

/** One call that creates an object and returns it. */
export type Post = (account: AnyAccount, options: AttemptOptions) => Promise<{ readonly id: string }>

/** Makes an operation of a call. */
export function posting(
  makes: EffectKind,
  post: Post,
  more: Pick<Operation, 'isTokenDue' | 'prepare'> = {},
): Operation {
  return { makes: [makes], run: async (account, options) => (await post(account, options)).id, ...more }
}

/** Makes an operation that publishes a thread of three posts. */
export function threading(): Operation {
  const posts = [{ text: 'Good morning' }, { text: 'Good afternoon' }, { text: 'Good night' }]
  return {
    // Every part but the first replies to the previous post.
    makes: ['POST', 'COMMENT'],
    parts: posts.length,
    run: async (account, options) => {
      const { parts } = await account.postThread(posts, options)
      return parts.map(({ id }) => id).join('+')
    },
  }
}

/** Reply to an event of the account. The event is polled until it is visible. */
export function answering(
  happen: (count: number) => void,
  { prepare, isTokenDue = false }: Pick<Operation, 'isTokenDue' | 'prepare'> = {},
): Operation {
  let newest: Update | undefined
  return {
    makes: ['COMMENT'],
    isTokenDue,
    prepare: async (account) => {
      await prepare?.(account)
      happen(1)
    },
    afterLag: async (account) => {
      const updates = account.can('fetchUpdatesAfter')
        ? (await account.fetchUpdatesAfter(null)).updates
        : await account.fetchUpdates()
      newest = updates.at(-1)
    },
    run: async (account, options) => {
      if (newest === undefined) throw new Error('There is no update to reply to.')
      await account.replyToUpdate(newest, 'Thank you', options)
      return null
    },
  }
}
