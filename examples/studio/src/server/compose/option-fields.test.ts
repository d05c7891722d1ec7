import { bluesky } from '@social/bluesky'
import { InMemoryStorage, SocialClient } from '@social/core'
import { instagram } from '@social/instagram'
import { mastodon } from '@social/mastodon'
import { threads } from '@social/threads'
import { tiktok } from '@social/tiktok'
import { x } from '@social/x'
import { youtube } from '@social/youtube'
import { expect, it } from 'vitest'

import { optionFields as fieldsOf } from './option-fields.js'

const social = new SocialClient({
  storage: new InMemoryStorage(),
  platforms: {
    bluesky: bluesky(),
    instagram: instagram(),
    mastodon: mastodon(),
    threads: threads(),
    tiktok: tiktok(),
    x: x(),
    youtube: youtube(),
  },
})
const optionFields = (network: string) => fieldsOf(social, network)

it("generates the fields of a network's options with the labels, help and choices of the library", () => {
  const fields = optionFields('mastodon')

  expect(fields.find(({ name }) => name === 'visibility')).toEqual({
    name: 'visibility',
    label: 'Visibility',
    help: 'Audience of the post. Without a choice the setting of the account applies.',
    unit: null,
    kind: 'choice',
    required: false,
    choices: [
      { value: 'public', label: 'Public' },
      { value: 'unlisted', label: 'Quiet public' },
      { value: 'private', label: 'Followers' },
      { value: 'direct', label: 'Mentioned people' },
    ],
    isSearched: false,
  })
  expect(fields.find(({ name }) => name === 'sensitive')?.kind).toBe('yesNo')
  expect(fields.find(({ name }) => name === 'spoilerText')?.label).toBe('Content warning')
})

it('generates an optional field for each part of an option with parts', () => {
  const fields = optionFields('x').filter(({ name }) => name.startsWith('poll'))

  expect(fields.map(({ name, label, unit, kind, required }) => [name, label, unit, kind, required])).toEqual([
    ['poll.options', 'Poll: Choices', null, 'list', false],
    ['poll.durationMinutes', 'Poll: Duration of the poll', 'minutes', 'number', false],
  ])
})

it('allows several choices if the items of a list have fixed values', () => {
  const field = optionFields('bluesky').find(({ name }) => name === 'labels')

  expect(field?.kind).toBe('list')
  expect(field?.choices.map(({ value }) => value).toSorted()).toEqual([
    'graphic-media',
    'nudity',
    'porn',
    'sexual',
  ])
})

it('leaves out lists of objects, which cannot be typed into a text field', () => {
  const names = optionFields('instagram').map(({ name }) => name)

  expect(names).toContain('collaborators')
  expect(names).not.toContain('userTags')
})

it('marks the options that can be searched', () => {
  const searched = optionFields('threads').filter(({ isSearched }) => isSearched)

  expect(searched.map(({ name }) => name)).toEqual(['locationId'])
})

it('requires an answer if the network requires one, and never treats a missing answer as no', () => {
  const fields = optionFields('youtube')

  expect(fields.filter(({ required }) => required).map(({ name, kind }) => [name, kind])).toEqual([
    ['title', 'text'],
    ['madeForKids', 'yesNo'],
  ])
})

it('finds the options of a schema with checks across options', () => {
  expect(optionFields('tiktok').find(({ name }) => name === 'sendTo')?.choices).toEqual([
    { value: 'drafts', label: 'Drafts in the TikTok app' },
    { value: 'profile', label: 'Profile' },
  ])
})
