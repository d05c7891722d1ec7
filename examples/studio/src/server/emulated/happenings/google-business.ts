import { BadRequest } from '../../refusals.js'
import { type Acts, viewerOf } from './scene.js'

/** Events at Google Business Profile that the page can trigger. */
export const googleBusinessActs: Acts = {
  review: (scene) =>
    scene.networks.control.google_business.review({
      location: scene.accountId,
      by: viewerOf(scene),
      stars: 5,
      comment: scene.text,
    }),
  editReview: (scene) => {
    const { google_business } = scene.networks.control
    const review = google_business
      .state()
      .reviews.findLast(({ locationId }) => locationId === scene.accountId)
    if (review === undefined) throw new BadRequest('The place has no review yet.')
    return google_business.editReview({ id: review.id, comment: scene.text })
  },
}
