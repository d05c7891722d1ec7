import { bluesky } from '@social/bluesky'
import { instagram } from '@social/instagram'
import { mastodon } from '@social/mastodon'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { x } from '@social/x'
import { youtube } from '@social/youtube'
import { expect, it } from 'vitest'

import { optionFields } from './option-fields.js'

it("generates the fields of a network's options from the schema that validates them", () => {
  const fields = optionFields(mastodon())

  expect(fields.find(({ name }) => name === 'visibility')).toEqual({
    name: 'visibility',
    label: 'Visibility',
    kind: 'choice',
    required: false,
    choices: ['public', 'unlisted', 'private', 'direct'],
    isSearched: false,
  })
  expect(fields.find(({ name }) => name === 'sensitive')?.kind).toBe('yesNo')
  expect(fields.find(({ name }) => name === 'spoilerText')?.label).toBe('Spoiler text')
})

it('generates an optional field for each part of an option with parts', () => {
  const fields = optionFields(x()).filter(({ name }) => name.startsWith('poll'))

  expect(fields.map(({ name, label, kind, required }) => [name, label, kind, required])).toEqual([
    ['poll.options', 'Poll options', 'list', false],
    ['poll.durationMinutes', 'Poll duration minutes', 'number', false],
  ])
})

it('allows several choices if the items of a list have fixed values', () => {
  const field = optionFields(bluesky()).find(({ name }) => name === 'labels')

  expect(field?.kind).toBe('list')
  expect(field?.choices.toSorted()).toEqual(['graphic-media', 'nudity', 'porn', 'sexual'])
})

it('leaves out lists of objects, which cannot be typed into a text field', () => {
  const names = optionFields(instagram()).map(({ name }) => name)

  expect(names).toContain('collaborators')
  expect(names).not.toContain('userTags')
})

it('marks the options that can be searched', () => {
  const searched = optionFields(threads()).filter(({ isSearched }) => isSearched)

  expect(searched.map(({ name }) => name)).toEqual(['locationId'])
})

it('requires an answer if the network requires one, and never treats a missing answer as no', () => {
  const fields = optionFields(youtube())

  expect(fields.filter(({ required }) => required).map(({ name, kind }) => [name, kind])).toEqual([
    ['title', 'text'],
    ['madeForKids', 'yesNo'],
  ])
})

it('finds the options of a schema with checks across options', () => {
  expect(optionFields(tiktok()).find(({ name }) => name === 'sendTo')?.choices).toEqual(['drafts', 'profile'])
})
