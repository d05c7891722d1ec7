import { describe, expect, it } from 'vitest'

import { toName, toPerson, toProfileUrl } from './people.js'

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'

describe('a person', () => {
  it.each([
    ['ada.bsky.social', '@ada.bsky.social', 'https://bsky.app/profile/ada.bsky.social'],
    ['handle.invalid', DID, `https://bsky.app/profile/${DID}`],
    ['', DID, `https://bsky.app/profile/${DID}`],
  ])('with the handle "%s" has the name %s and the URL %s', (handle, name, url) => {
    expect(toName(handle, DID)).toBe(name)
    expect(toProfileUrl(handle, DID)).toBe(url)
    expect(toPerson({ did: DID, handle })).toMatchObject({ id: DID, handle, url, displayName: null })
  })

  it('has name, avatar and the untouched response', () => {
    const profile = {
      did: DID,
      handle: 'ada.test',
      displayName: 'Ada',
      avatar: 'https://cdn.example/a',
      more: 1,
    }

    const person = toPerson(profile)

    expect(person).toMatchObject({ displayName: 'Ada', avatarUrl: 'https://cdn.example/a' })
    expect(person.raw).toEqual(profile)
    expect(toPerson({ did: DID, handle: 'ada.test', displayName: '' }).displayName).toBeNull()
  })
})
