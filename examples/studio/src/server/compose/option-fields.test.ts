import { bluesky } from '@social/bluesky'
import { instagram } from '@social/instagram'
import { mastodon } from '@social/mastodon'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { x } from '@social/x'
import { youtube } from '@social/youtube'
import { expect, it } from 'vitest'

import { optionFields } from './option-fields.js'

it("draws the fields of a network's options from the schema that checks them", () => {
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

it('draws a field for each part of an option with parts, and asks for none of them', () => {
  const fields = optionFields(x()).filter(({ name }) => name.startsWith('poll'))

  expect(fields.map(({ name, label, kind, required }) => [name, label, kind, required])).toEqual([
    ['poll.options', 'Poll options', 'list', false],
    ['poll.durationMinutes', 'Poll duration minutes', 'number', false],
  ])
})

it('lets several be picked where each line of a list is one of a few', () => {
  const field = optionFields(bluesky()).find(({ name }) => name === 'labels')

  expect(field?.kind).toBe('list')
  expect(field?.choices.toSorted()).toEqual(['graphic-media', 'nudity', 'porn', 'sexual'])
})

it('leaves out lists of things with parts, which nobody types into a line', () => {
  const names = optionFields(instagram()).map(({ name }) => name)

  expect(names).toContain('collaborators')
  expect(names).not.toContain('userTags')
})

it('says which options are searched for by words', () => {
  const searched = optionFields(threads()).filter(({ isSearched }) => isSearched)

  expect(searched.map(({ name }) => name)).toEqual(['locationId'])
})

it('asks for an answer where the network wants one, and never takes silence for a no', () => {
  const fields = optionFields(youtube())

  expect(fields.filter(({ required }) => required).map(({ name, kind }) => [name, kind])).toEqual([
    ['title', 'text'],
    ['madeForKids', 'yesNo'],
  ])
})

it('finds the options of a schema that checks them against each other', () => {
  expect(optionFields(tiktok()).find(({ name }) => name === 'sendTo')?.choices).toEqual(['drafts', 'profile'])
})
