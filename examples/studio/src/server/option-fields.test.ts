import { expect, it } from 'vitest'

import { describeNetworks, platforms } from './networks.js'
import { optionFields } from './option-fields.js'

it("draws the fields of a network's options from the schema that checks them", () => {
  const fields = optionFields(platforms.mastodon)

  expect(fields.find(({ name }) => name === 'visibility')).toEqual({
    name: 'visibility',
    label: 'Visibility',
    kind: 'choice',
    required: false,
    choices: ['public', 'unlisted', 'private', 'direct'],
  })
  expect(fields.find(({ name }) => name === 'sensitive')?.kind).toBe('switch')
  expect(fields.find(({ name }) => name === 'spoilerText')?.label).toBe('Spoiler text')
})

it('suggests the emulator where a network has many servers', () => {
  const [mastodon] = describeNetworks('127.0.0.1:4010')

  expect(mastodon?.suggestedHost).toBe('127.0.0.1:4010')
})
