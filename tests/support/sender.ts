import { execFileSync } from 'node:child_process'

/** Reads the sender of a mail with Python's parser, which follows RFC 5322 strictly. */
export function readSender(eml: string): [string, string][] {
  const program = `import email, email.header, email.utils, json, sys
from_ = email.message_from_string(sys.stdin.read())['From']
decode = lambda text: str(email.header.make_header(email.header.decode_header(text)))
print(json.dumps([[decode(name), address] for name, address in email.utils.getaddresses([from_])]))`
  return JSON.parse(execFileSync('python3', ['-c', program], { input: eml, encoding: 'utf8' }))
}
