import type { Visit } from '../framework/router.js'
import { personOf, pictureUrl } from './people.js'
import type { Person } from './records.js'
import { requireAccess, requireAccount, requireParam } from './sign-in/access.js'
import type { BusinessState } from './state.js'
import { readTexts } from './wire/lists.js'
import { badField, Refusal } from './wire/refusals.js'

type Field = readonly [scope: string, read: (state: BusinessState, person: Person) => unknown]

/**
 * Fields of an account, each with its required scope.
 * https://business-api.tiktok.com/portal/docs?id=1762228399168514 (copy of August 2026)
 */
const FIELDS: Readonly<Record<string, Field>> = {
  display_name: ['user.info.basic', (_, { displayName }) => displayName],
  profile_image: ['user.info.basic', (_, { username }) => pictureUrl(username)],
  username: ['user.info.username', (_, { username }) => username],
  is_verified: ['user.info.profile', () => false],
  bio_description: ['user.info.profile', () => ''],
  profile_deep_link: ['user.info.profile', (_, { username }) => `https://www.tiktok.com/@${username}`],
  is_business_account: ['user.account.type', (_, { isBusiness }) => isBusiness],
  followers_count: ['user.info.stats', () => 0],
  following_count: ['user.info.stats', () => 0],
  total_likes: ['user.info.stats', () => 0],
  videos_count: [
    'user.info.stats',
    (state, { openId }) => [...state.videos.values()].filter((video) => video.openId === openId).length,
  ],
}

/** GET /business/get/: returns the requested fields of the account. */
export function readAccount(state: BusinessState, visit: Visit): object {
  const params = visit.url.searchParams
  const access = requireAccess(state, visit, 'user.info.basic')
  requireAccount(state, visit, access, requireParam(params, 'business_id'))
  const person = personOf(state, access)
  const names = readTexts(params, 'fields') ?? ['display_name', 'profile_image']
  return Object.fromEntries(
    names.map((name) => {
      const field = FIELDS[name]
      if (field === undefined) throw badField('fields', `Unknown field ${name.slice(0, 40)}.`)
      if (!access.scopes.includes(field[0]))
        throw new Refusal(40_130, `The scope ${field[0]} is required for the field ${name}.`)
      return [name, field[1](state, person)]
    }),
  )
}
