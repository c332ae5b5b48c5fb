import { join, relative } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxSelfClosingElement,
  isParenthesizedExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, TypeFlags } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

const isElement = (node: Node): boolean =>
  isParenthesizedExpression(node) ? isElement(node.expression) : isJsxElement(node) || isJsxSelfClosingElement(node)

/** Returns conditions of rendered content (`{condition && …}`). React renders 0 and NaN, but not false, null or undefined. */
function conditionsIn(node: Node): Node[] {
  const found: Node[] = []
  node.forEachChild((child) => void found.push(...conditionsIn(child)))
  const isJoined = isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken
  if (isJoined && (isElement(node.right) || (isJsxExpression(node.parent) && !isJsxAttribute(node.parent.parent))))
    found.push(node.left)
  return found
}

/** Returns whether a value is a number or absent. Values that may be elements (`ReactNode`) are rendered, not conditions. */
function isNumber(checker: Checker, node: Node): boolean {
  const type = checker.getTypeAtLocation(node)
  if (!type) return false
  const parts = type.isUnionType() ? type.getTypes() : [type]
  if (parts.some(({ flags }) => flags & TypeFlags.Object)) return false
  return parts.some(({ flags }) => flags & (TypeFlags.NumberLike | TypeFlags.BigIntLike))
}

test('no rendered condition is a number, because React renders 0', () => {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error('no project')
    const names = project.program.getSourceFileNames().filter((name) => /\/src\/.*\.tsx$/.test(name))
    expect(names.length).toBeGreaterThan(100)
    const leaked = names.flatMap((name) => {
      const file = project.program.getSourceFile(name)
      return file
        ? conditionsIn(file)
            .filter((node) => isNumber(project.checker, node))
            .map((node) => `${relative(root, name)}: ${node.getText(file)}`)
        : []
    })
    expect(leaked).toEqual([])
  } finally {
    api.close()
  }
}, 60_000)
