import type { Person } from '../records.js'
import type { XState } from '../state.js'
import { named } from '../wire/vocabulary.js'

/** Describes a person as the API returns them. */
export function userJson(state: XState, person: Person, wanted: ReadonlySet<string>): object {
  const all: Readonly<Record<string, unknown>> = {
    id: person.id,
    name: person.name,
    username: person.username,
    created_at: person.createdAt.toISOString(),
    description: '',
    profile_image_url: `https://pbs.twimg.com/profile_images/${person.id}/a_normal.jpg`,
    protected: false,
    subscription_type: person.subscription,
    receives_your_dm: person.receivesMessages,
    verified: person.subscription !== 'None',
    verified_type: person.subscription === 'None' ? 'none' : 'blue',
    public_metrics: {
      followers_count: 0,
      following_count: 0,
      listed_count: 0,
      [named(state, 'post_count')]: [...state.posts.values()].filter(({ authorId }) => authorId === person.id)
        .length,
    },
  }
  const requested = new Set(['id', 'name', 'username', ...wanted])
  return Object.fromEntries(Object.entries(all).filter(([name]) => requested.has(name)))
}
