import { expect, it } from 'vitest'

import { FLAG_METHODS } from './ability-table.js'
import { Feature } from './features.js'

/** Flags that require no method, because they describe the network itself. */
const WITHOUT_METHODS = ['NEEDS_NO_APP', 'SUBSCRIBE_UPDATES']

it('the value of every flag is its name', () => {
  for (const [name, value] of Object.entries(Feature)) expect(value).toBe(name)
})

it('every flag has methods, or none on purpose, and no method has an unknown flag', () => {
  expect(Object.keys(Feature).toSorted()).toEqual(
    [...Object.keys(FLAG_METHODS), ...WITHOUT_METHODS].toSorted(),
  )
})

// Holds R-0086, R-0087.
it('has every flag that the specification names', () => {
  const named = `POST_TEXT PUSH_UPDATES SCHEDULE REPLY READ_STATS READ_POST READ_THREAD REPLY_TO_COMMENTS LIKE READ_LIKES
    READ_UPDATES_AFTER MESSAGES START_CONVERSATIONS NEEDS_NO_APP CREATE_APP DELETE_POST SUBSCRIBE_UPDATES`
  expect(Object.keys(Feature)).toEqual(expect.arrayContaining(named.split(/\s+/)))
})
