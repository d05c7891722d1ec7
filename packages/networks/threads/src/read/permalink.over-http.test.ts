import { PostGoneError } from '@social/core'
import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { readPermalink } from './permalink.js'

it('the URL of a post is null at first, and read with one request', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const { id, url } = await ada.post({ text: 'Cake' })
  at.forget()

  const permalink = await ada.run((call) => readPermalink(id, call))

  expect(url).toBeNull()
  expect(permalink).toMatch(/^https:\/\/www\.threads\.(com|net)\/@adascakes\/post\//)
  expect(at.requests()).toHaveLength(1)
  await expect(ada.run((call) => readPermalink('99', call))).rejects.toThrow(PostGoneError)
})
