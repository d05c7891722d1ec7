import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { platform, withReplies } from '../__fixtures__/with-replies.js'
import { readListing, validateLocation } from './index.js'

const INFORMATION = '/v1/locations/2'

describe('the listing', () => {
  it('is read in the given fields', async () => {
    const call = withReplies({ [`GET ${INFORMATION}`]: { title: 'The bakery' } })
    expect(await platform.getLocation(call)).toMatchObject({ name: 'The bakery' })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { readMask: 'name,title,phoneNumbers,storefrontAddress,categories,regularHours' },
    ])
  })

  it.each([
    ['title', 'The bakery'],
    ['phoneNumbers', { primaryPhone: '020' }],
    ['categories', { primaryCategory: { name: 'categories/gcid:bakery' } }],
    ['storefrontAddress', {}],
    ['websiteUri', 'https://ada.example'],
    ['regularHours', {}],
    ['specialHours', null],
    ['moreHours', []],
    ['serviceArea', {}],
    ['serviceItems', []],
    ['labels', ['one']],
    ['adWordsLocationExtensions', {}],
    ['latlng', {}],
    ['openInfo', {}],
    ['profile', {}],
    ['storeCode', 'A1'],
    ['relationshipData', {}],
  ])('is changed in %s', async (name, value) => {
    const call = withReplies({ [`PATCH ${INFORMATION}`]: { title: 'The bakery' } })
    await platform.updateLocation({ [name]: value }, call)
    expect(call.transport.requests.map(({ query, json }) => [query, json])).toEqual([
      [{ updateMask: name }, { [name]: value }],
    ])
  })

  it.each(['name', 'metadata', 'languageCode'])('is not changed in %s', async (name) => {
    await expect(platform.updateLocation({ [name]: 'x' }, withReplies({}))).rejects.toThrow(
      `The field ${name} of a listing is read-only`,
    )
  })

  it.each(['title', 'websiteUri', 'storeCode'])('takes text for %s', async (name) => {
    for (const value of ['', ' ', 7, null, {}])
      await expect(platform.updateLocation({ [name]: value }, withReplies({}))).rejects.toThrow(
        `The field ${name} of a listing must be a non-empty text`,
      )
  })

  it('takes objects for all other fields, and only complete categories', async () => {
    await expect(platform.updateLocation({ profile: 'x' }, withReplies({}))).rejects.toThrow(
      'The field profile of a listing must be an object',
    )
    for (const categories of ['x', {}])
      await expect(platform.updateLocation({ categories }, withReplies({}))).rejects.toThrow(ConfigError)
    await expect(platform.updateLocation({ categories: null }, withReplies({}))).rejects.toThrow(
      'takes only complete categories',
    )
  })

  it('is changed again after an outage: repeating has no effect', async () => {
    let tries = 0
    const reply = () => ((tries += 1) === 1 ? { status: 500, body: '' } : { title: 'The bakery' })
    const call = withReplies({ [`PATCH ${INFORMATION}`]: reply })
    expect(await platform.updateLocation({ title: 'The bakery' }, call)).toMatchObject({ name: 'The bakery' })
    expect(call.transport.requests).toHaveLength(2)
  })

  it('is read if Google returns only the changed fields', async () => {
    const call = withReplies({
      [`PATCH ${INFORMATION}`]: { storeCode: 'A1' },
      [`GET ${INFORMATION}`]: { title: 'The bakery' },
    })
    expect(await platform.updateLocation({ storeCode: 'A1' }, call)).toMatchObject({ name: 'The bakery' })
  })

  it('is validated without a change', async () => {
    const call = withReplies({ [`PATCH ${INFORMATION}`]: { title: 'x' } })
    await validateLocation({ title: 'x' }, call)
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { updateMask: 'title', validateOnly: 'true' },
    ])
  })

  it('is read field by field, read-only fields included', async () => {
    const call = withReplies({ [`GET ${INFORMATION}`]: { metadata: { mapsUri: 'https://g.example' } } })
    const fields = ['metadata', 'name', 'languageCode', 'regularHours'] as const
    expect(await readListing(fields, call)).toEqual({ metadata: { mapsUri: 'https://g.example' } })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([
      { readMask: 'metadata,name,languageCode,regularHours' },
    ])
  })
})
