import { expect, it } from 'vitest'

import { toSettings as facebook } from '../facebook/settings.js'
import { toSettings as googleBusiness } from '../google-business/settings.js'
import { toSettings as instagram } from '../instagram/settings.js'
import { toSettings as mastodon } from '../mastodon/settings.js'
import { toSettings as pinterest } from '../pinterest/settings.js'
import { toSettings as threads } from '../threads/settings.js'
import { toSettings as tiktokBusiness } from '../tiktok-business/settings.js'
import { toSettings as tiktok } from '../tiktok/settings.js'
import { toSettings as x } from '../x/settings.js'
import { toSettings as youtube } from '../youtube/settings.js'
import { withoutUndefined } from './left-out.js'

const READERS = {
  facebook,
  googleBusiness,
  instagram,
  mastodon,
  pinterest,
  threads,
  tiktok,
  tiktokBusiness,
  x,
  youtube,
}

it.each(Object.entries(READERS))('of %s, an undefined setting has its default value', (_name, read) => {
  const defaultValue: object = read({})
  const given = Object.fromEntries(Object.keys(defaultValue).map((name) => [name, undefined]))
  // Compares JSON, because the settings contain functions that are created for each call and are
  // never equal.
  expect(JSON.stringify(read(given))).toBe(JSON.stringify(defaultValue))
})

it('an undefined limit of a Mastodon server has its default value next to a given one', () => {
  const { limits } = mastodon({ limits: { characters: 9, attachments: undefined } })
  expect(limits).toMatchObject({ characters: 9, attachments: 4 })
})

it('keeps null, zero and false', () => {
  expect(withoutUndefined({ one: null, two: 0, three: false, four: undefined })).toEqual({
    one: null,
    two: 0,
    three: false,
  })
})
