import { describe, expect, it } from 'vitest'

import { toName, toPerson, toProfileUrl } from './people.js'

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'

describe('a person', () => {
  it.each([
    ['ada.bsky.social', '@ada.bsky.social', 'https://bsky.app/profile/ada.bsky.social'],
    ['handle.invalid', DID, `https://bsky.app/profile/${DID}`],
    ['', DID, `https://bsky.app/profile/${DID}`],
  ])('with the handle "%s" is called %s, at %s', (handle, name, url) => {
    expect(toName(handle, DID)).toBe(name)
    expect(toProfileUrl(handle, DID)).toBe(url)
    expect(toPerson({ did: DID, handle })).toMatchObject({ id: DID, handle, url, displayName: null })
  })

  it('has name, picture and what the server said of them', () => {
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
