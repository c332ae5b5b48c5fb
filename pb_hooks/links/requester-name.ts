import { externalOwnerId } from '../../src/domain/external/external-owner.ts'

/** SQL of the name of a requester, with the tables `requests` and `users` (owner). External people have their confirmed address, because anyone can type a name. */
export const requesterNameSql = `iif(requests.owner = '${externalOwnerId}', ifnull((SELECT guests.email FROM links JOIN guests ON guests.id = links.guest
  WHERE links.request = requests.id AND links.purpose = 'ask'), users.name), users.name)`
