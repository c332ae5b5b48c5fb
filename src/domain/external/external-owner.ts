/**
 * Id of the user who owns the requests of people without an account. This user is inactive, has no address and no password, and is in no
 * list of users. The guest of a request's link is its requester.
 */
export const externalOwnerId = 'externalpersons'
