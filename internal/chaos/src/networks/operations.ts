import type { AnyAccount, Update } from '@social/core'
import type { EffectKind } from '@social/emulator'

import type { Operation, AttemptOptions } from './network.js'

/** Function that makes one call, which creates an object and returns it. */
export type Post = (account: AnyAccount, options: AttemptOptions) => Promise<{ readonly id: string }>

/** Creates an operation from a call. */
export function posting(
  makes: EffectKind,
  post: Post,
  more: Pick<Operation, 'isTokenDue' | 'prepare'> = {},
): Operation {
  return { makes: [makes], run: async (account, options) => (await post(account, options)).id, ...more }
}

/** Creates an operation that publishes a thread of three posts. */
export function threading(): Operation {
  const posts = [{ text: 'Good morning' }, { text: 'Good afternoon' }, { text: 'Good night' }]
  return {
    // The first part is a post. Every following part is a reply to the previous part.
    makes: ['POST', 'COMMENT'],
    parts: posts.length,
    run: async (account, options) => {
      const { parts } = await account.postThread(posts, options)
      return parts.map(({ id }) => id).join('+')
    },
  }
}

/**
 * Creates an operation that replies to an event of the account. The operation polls until the
 * event is visible.
 */
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
