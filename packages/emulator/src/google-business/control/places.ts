import { ControlError, operation } from '../../framework/control/operations.js'
import { METRICS } from '../places/performance.js'
import { keepPost } from '../posts/posts.js'
import { notify } from '../pushes/pushes.js'
import type { Json, LocalPost, Verification } from '../records.js'
import type { GoogleState } from '../state.js'
import { mustFindLocation } from './reviews.js'

function mustFindVerification(state: GoogleState, id: string): Verification {
  const verification = state.verifications.get(id.split('/').at(-1) ?? '')
  if (!verification) throw new ControlError(`There is no verification "${id}".`)
  return verification
}

function mustFindPost(state: GoogleState, id: string): LocalPost {
  const post = state.posts.get(id.split('/').at(-1) ?? '')
  if (!post) throw new ControlError(`There is no post "${id}".`)
  return post
}

/** Returns the control operations for locations and posts, which act as Google or as the owner. */
export function placeOperations(state: GoogleState) {
  return {
    setVerified: operation({
      does: 'Verifies a location, or removes the verification. Pushed as VOICE_OF_MERCHANT_UPDATED.',
      takes: { location: 'text', verified: 'boolean' },
      run: ({ location: name, verified }) => {
        const location = mustFindLocation(state, name)
        location.isVerified = verified
        notify(state, location, 'VOICE_OF_MERCHANT_UPDATED')
      },
    }),
    pinOf: operation({
      does: 'Returns the pin that was sent for a verification.',
      takes: { verification: 'text' },
      reads: true,
      run: ({ verification }) => ({ pin: mustFindVerification(state, verification).pin }),
    }),
    failVerification: operation({
      does: 'A verification fails.',
      takes: { verification: 'text' },
      run: ({ verification }) => {
        mustFindVerification(state, verification).state = 'FAILED'
      },
    }),
    googleChanges: operation({
      does: 'Google has another version of some fields, as JSON text. Pushed as GOOGLE_UPDATE.',
      takes: { location: 'text', fields: 'text' },
      run: ({ location: name, fields }) => {
        const location = mustFindLocation(state, name)
        location.google = JSON.parse(fields) as Json // safe cast: the test that calls the operation guarantees a JSON object
        notify(state, location, 'GOOGLE_UPDATE')
      },
    }),
    changeLocation: operation({
      does: 'The owner edits fields of a location elsewhere, as JSON text.',
      takes: { location: 'text', fields: 'text' },
      run: ({ location: name, fields }) => {
        const location = mustFindLocation(state, name)
        location.fields = { ...location.fields, ...(JSON.parse(fields) as Json) } // safe cast: the test that calls the operation guarantees a JSON object
      },
    }),
    postByHand: operation({
      does: 'The owner posts on the site.',
      takes: { location: 'text', text: 'text' },
      run: ({ location: name, text }) => {
        const { id, accounts } = mustFindLocation(state, name)
        const fields = { languageCode: 'en', topicType: 'STANDARD', summary: text }
        const [accountId = ''] = accounts
        const made = { accountId, locationId: id, fields, media: [], scheduledAt: null, isRejected: false }
        return { id: keepPost(state, made).id }
      },
    }),
    closePosts: operation({
      does: 'Google accepts no posts through the API for a location, as for some chains, or accepts them again.',
      takes: { location: 'text', open: 'boolean?' },
      run: ({ location, open }) => {
        mustFindLocation(state, location).isClosedToPosts = open !== true
      },
    }),
    rejectPost: operation({
      does: 'Google rejects a post. Without an id, the next post is rejected in its response.',
      takes: { id: 'text?' },
      run: ({ id }) => {
        if (id === undefined) state.next.rejectsPost = true
        else mustFindPost(state, id).isRejected = true
      },
    }),
    ignoreNextPatch: operation({
      does: 'The next patch of a post returns success and has no effect.',
      takes: {},
      run: () => {
        state.next.ignoresPatch = true
      },
    }),
    rejectNextReply: operation({
      does: 'The next reply to a review is rejected in its response. Default reason: PERSONAL_INFO.',
      takes: { violation: 'text?' },
      run: ({ violation }) => {
        state.next.rejectsReply = violation ?? 'PERSONAL_INFO'
      },
    }),
    setNumber: operation({
      does: 'Sets the value of a metric for a day, with a date such as 2026-11-01.',
      takes: { location: 'text', metric: 'text', date: 'text', value: 'number' },
      run: ({ location, metric, date, value }) => {
        if (!METRICS.includes(metric))
          throw new ControlError(`"${metric}" must be one of: ${METRICS.join(', ')}.`)
        state.numbers.set(`${mustFindLocation(state, location).id} ${metric} ${date}`, value)
      },
    }),
  }
}
