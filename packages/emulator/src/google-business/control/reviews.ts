import { ControlError, operation, unknownName } from '../../framework/control/operations.js'
import { findLocation, fullNameOf } from '../places/people.js'
import { notify } from '../pushes/pushes.js'
import type { Location, Review } from '../records.js'
import { type GoogleState, nextNumber } from '../state.js'
import { textOf } from '../wire/shape.js'

/**
 * Finds a location by id, full name or title.
 * @throws ControlError if no location matches. The message lists the existing locations.
 */
export function mustFindLocation(state: GoogleState, name: string): Location {
  const location = findLocation(state, name)
  if (location) return location
  const titles = [...state.locations.values()].map(({ fields }) => textOf(fields['title']))
  throw unknownName(name, titles)
}

function toStars(stars: number): Review['stars'] {
  const found = ([1, 2, 3, 4, 5] as const).find((one) => one === stars)
  if (found === undefined) throw new ControlError('A review has 1 to 5 stars.')
  return found
}

function mustFindReview(state: GoogleState, id: string): Review {
  const review = state.reviews.get(id)
  if (!review) throw new ControlError(`There is no review "${id}".`)
  return review
}

function nameOf(location: Location, { id }: Review): Readonly<Record<string, string>> {
  return { review: `${fullNameOf(location)}/reviews/${id}` }
}

/** Returns the control operations for actions of customers. */
export function customerOperations(state: GoogleState) {
  return {
    review: operation({
      does: 'A customer reviews a location, with or without a text. It is pushed as NEW_REVIEW.',
      takes: {
        location: 'text',
        by: 'text',
        stars: 'number',
        comment: 'text?',
        anonymous: 'boolean?',
        secondsAgo: 'number?',
      },
      run: ({ location: name, by, stars, comment, anonymous, secondsAgo }) => {
        const location = mustFindLocation(state, name)
        const moment = new Date(state.clock.now().getTime() - (secondsAgo ?? 0) * 1000)
        const review: Review = {
          id: `AbFv-${state.seed.token('review', 40)}_x`,
          locationId: location.id,
          by,
          isAnonymous: anonymous ?? false,
          stars: toStars(stars),
          comment: comment ?? null,
          createdAt: moment,
          updatedAt: moment,
          reply: null,
        }
        state.reviews.set(review.id, review)
        notify(state, location, 'NEW_REVIEW', nameOf(location, review))
        return { id: review.id, name: nameOf(location, review)['review'] }
      },
    }),
    editReview: operation({
      does: 'The author edits a review. It is pushed as UPDATED_REVIEW.',
      takes: { id: 'text', stars: 'number?', comment: 'text?' },
      run: ({ id, stars, comment }) => {
        const review = mustFindReview(state, id)
        if (stars !== undefined) review.stars = toStars(stars)
        if (comment !== undefined) review.comment = comment
        review.updatedAt = state.clock.now()
        const location = mustFindLocation(state, review.locationId)
        notify(state, location, 'UPDATED_REVIEW', nameOf(location, review))
      },
    }),
    deleteReview: operation({
      does: 'A review is deleted. Nothing is pushed.',
      takes: { id: 'text' },
      run: ({ id }) => {
        state.reviews.delete(mustFindReview(state, id).id)
      },
    }),
    judgeReply: operation({
      does: 'Google approves the reply to a review, or rejects it for the given reason.',
      takes: { id: 'text', violation: 'text?' },
      run: ({ id, violation }) => {
        const review = mustFindReview(state, id)
        if (review.reply === null) throw new ControlError('This review has no reply.')
        const isFine = violation === undefined
        review.reply = {
          ...review.reply,
          state: isFine ? 'APPROVED' : 'REJECTED',
          violation: violation ?? null,
        }
      },
    }),
    ask: operation({
      does: 'A customer asks about a location. Pushed as NEW_QUESTION while questions are available.',
      takes: { location: 'text', by: 'text', text: 'text' },
      run: ({ location: name, by, text }) => {
        const { id: locationId, ...location } = mustFindLocation(state, name)
        const id = nextNumber(state)
        state.questions.set(id, { id, locationId, by, text, createdAt: state.clock.now(), answers: [] })
        const question = `locations/${locationId}/questions/${id}`
        notify(state, { id: locationId, ...location }, 'NEW_QUESTION', { question })
        return { id, name: question }
      },
    }),
  }
}
