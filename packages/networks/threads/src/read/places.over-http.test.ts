import { ConfigError, searchedOptions } from '@social/core'
import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { threads } from '../platform.js'

/** Fields of a place. The library has to request all of them, because many places share a name. */
const ALL = 'id,name,address,city,country'
const SCOPES = ['threads_basic', 'threads_content_publish', 'threads_location_tagging']

it('finds places by a query, and publishes a post at one of them', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn('adascakes', { scopes: SCOPES })

  const [place] = await ada.searchChoices('locationId', 'Menlo')

  // The id is a number above 2^53 in the response, and keeps all its digits.
  expect(place).toEqual({ value: '1234567890123457', label: 'Menlo Park (US)' })
  expect(await ada.searchChoices('locationId', 'Nowhere')).toEqual([])
  expect(at.requests().map(({ query }) => query['q'])).toEqual(['Menlo', 'Nowhere'])
  expect(at.requests().map(({ query }) => query['fields'])).toEqual([ALL, ALL])
  const { id } = await ada.post({ text: 'Here', options: { locationId: place?.value ?? '' } })
  expect(id).not.toBe('')
})

it('names the searched option, and refuses another before a request', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()

  expect(searchedOptions(threads())).toEqual(['locationId'])
  await expect(ada.searchChoices('locationID', 'Menlo')).rejects.toThrow('Did you mean "locationId"?')
  await expect(ada.searchChoices('topicTag', 'Menlo')).rejects.toThrow(ConfigError)
  await expect(ada.searchChoices('locationId', '')).rejects.toThrow('words must be text that is not empty')
  expect(at.requests()).toEqual([])
})

it('reports a missing permission', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()

  await expect(ada.searchChoices('locationId', 'Menlo')).rejects.toMatchObject({
    needs: 'threads_location_tagging',
  })
})

it('omits places without a name, and separates places of one name', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  at.faults.add({
    fault: 'status',
    status: 200,
    path: '*/location_search',
    body: {
      data: [
        { id: '1', name: 'Bakery', address: '1 High St', city: 'York', country: 'GB' },
        { id: '2' },
        { id: '3', name: 'Bakery' },
        'nonsense',
      ],
    },
  })

  expect(await ada.searchChoices('locationId', 'Bakery')).toEqual([
    { value: '1', label: 'Bakery (1 High St, York, GB)' },
    { value: '3', label: 'Bakery' },
  ])
})
