import { InMemoryPublishJournal } from '@social/core'
import type { PublishJournal } from '@social/core/store'

import type { FakeClock } from '../../time/fake-clock.js'
import type { WrongStore } from './wrong-store.js'

const changed =
  (change: (journal: InMemoryPublishJournal, clock: FakeClock) => void) =>
  (clock: FakeClock): PublishJournal => {
    const journal = new InMemoryPublishJournal({ clock })
    change(journal, clock)
    return journal
  }

/** Creates a journal that changes the arguments of each `claimPost` call. */
const claiming = (
  change: (...given: Parameters<PublishJournal['claimPost']>) => Parameters<PublishJournal['claimPost']>,
) =>
  changed((journal) => {
    const claimPost = journal.claimPost.bind(journal)
    journal.claimPost = (...given) => claimPost(...change(...given))
  })

/**
 * Creates a journal in which a key keeps awaiting its response too long. With `LEASE`, the end of
 * the lease is ignored. With `RELEASE`, the release of the entry is ignored.
 */
const awaitingForever = (ends: 'LEASE' | 'RELEASE') =>
  changed((journal, clock) => {
    const awaiting = new Map<string, number>()
    const [save, claimPost, release] = [
      journal.save.bind(journal),
      journal.claimPost.bind(journal),
      journal.release.bind(journal),
    ]
    journal.save = async (key, claim, receipt, lease) => {
      await save(key, claim, receipt, lease)
      if (lease.awaitsResponse) awaiting.set(key.idempotencyKey, clock.monotonic() + lease.leaseSeconds)
      else awaiting.delete(key.idempotencyKey)
    }
    journal.release = async (key, claim) => {
      await release(key, claim)
      if (ends === 'LEASE') awaiting.delete(key.idempotencyKey)
    }
    journal.claimPost = async (key, claim, candidates, options) => {
      awaiting.delete(key.idempotencyKey)
      const now = clock.monotonic()
      if ([...awaiting.values()].some((at) => ends === 'LEASE' || at > now)) return { state: 'BUSY' }
      return claimPost(key, claim, candidates, options)
    }
  })

/**
 * Defective journals: they give one post to two keys, or refuse a post to the key that owns the
 * post.
 */
export const GREEDY_JOURNALS: readonly WrongStore<PublishJournal>[] = [
  {
    what: 'gives every post to whoever asks',
    noticedBy: 'assigns a post to one key of a connection, also after claims of other keys',
    make: changed((journal) => {
      journal.claimPost = async (_key, _claim, [first]) =>
        first === undefined ? { state: 'TAKEN' } : { state: 'OWNED', id: first.id }
    }),
  },
  {
    what: 'reads the owners and writes its own down later',
    noticedBy: 'assigns a post to one of many keys that claim it concurrently',
    make: changed((journal) => {
      const owners = new Map<string, string>()
      journal.claimPost = async ({ idempotencyKey }, _claim, [first]) => {
        if (first === undefined) return { state: 'TAKEN' }
        const owner = owners.get(first.id)
        await new Promise((resolve) => setImmediate(resolve))
        if (owner !== undefined && owner !== idempotencyKey) return { state: 'TAKEN' }
        owners.set(first.id, idempotencyKey)
        return { state: 'OWNED', id: first.id }
      }
    }),
  },
  {
    what: 'takes its own post for one of another key',
    noticedBy: 'returns the result of the first claim for a repeated claim',
    make: changed((journal) => {
      const claimPost = journal.claimPost.bind(journal)
      const owned = new Set<string>()
      journal.claimPost = async (key, claim, candidates, options) => {
        if (candidates.some(({ id }) => owned.has(id))) return { state: 'TAKEN' }
        const answer = await claimPost(key, claim, candidates, options)
        if (answer.state === 'OWNED') owned.add(answer.id)
        return answer
      }
    }),
  },
  {
    what: 'does not write down which post a result is of',
    noticedBy: 'owns the post of a result, with both ways of saving it',
    make: changed((journal) => {
      const finish = journal.finish.bind(journal)
      journal.finish = (key, claim, result) => finish(key, claim, result)
    }),
  },
  {
    what: 'loses a result whose post is owned already',
    noticedBy: 'stores a result whose post another key already owns',
    make: changed((journal) => {
      const [finish, claimPost] = [journal.finish.bind(journal), journal.claimPost.bind(journal)]
      const owned = new Set<string>()
      journal.claimPost = async (...given) => {
        const answer = await claimPost(...given)
        if (answer.state === 'OWNED') owned.add(answer.id)
        return answer
      }
      journal.finish = async (key, claim, result, options) => {
        if (options?.postId && owned.has(options.postId)) throw new Error('duplicate key value')
        await finish(key, claim, result, options)
      }
    }),
  },
  {
    what: 'takes the first post although another one is free too',
    noticedBy: 'chooses among several posts: the only free one, or the first free one',
    make: claiming((key, claim, candidates) => [key, claim, candidates, { pick: 'FIRST' }]),
  },
  {
    what: 'does not care what other keys await',
    noticedBy: 'assigns no post while another key awaits the response to an earlier request',
    make: claiming((key, claim, candidates, options) => [
      key,
      claim,
      candidates.map((each) => ({ ...each, ageSeconds: 1e6 })),
      options,
    ]),
  },
  {
    what: 'waits for keys that were given up',
    noticedBy: 'ignores the awaited response of a key that was released, finished, or queries for its own post',
    make: awaitingForever('RELEASE'),
  },
  {
    what: 'waits for workers that died',
    noticedBy: 'ignores the awaited response of a worker whose lease has expired',
    make: awaitingForever('LEASE'),
  },
  {
    what: 'lets a worker claim a post that lost its entry',
    noticedBy: 'refuses a claim on a post after another worker took over the entry',
    make: changed((journal) => {
      const claimPost = journal.claimPost.bind(journal)
      journal.claimPost = (...given) => claimPost(...given).catch(() => ({ state: 'TAKEN' as const }))
    }),
  },
]
