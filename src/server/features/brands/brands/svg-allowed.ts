/** Allowed elements of a drawing; none of them runs, links, embeds or animates (A-XSS-08). */
export const ELEMENTS: ReadonlySet<string> = new Set(
  `svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask
  pattern symbol use title desc text tspan style`.split(/\s+/),
);

/** Allowed attributes: geometry and looks; no handlers, and no URLs except of parts of the same drawing. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  `id class style viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform version href
  preserveAspectRatio overflow offset dx dy rotate textLength lengthAdjust pathLength role aria-hidden aria-label
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits clip-path clip-rule mask mask-type
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset paint-order vector-effect color opacity
  stop-color stop-opacity display visibility shape-rendering text-rendering color-interpolation
  font-family font-size font-style font-weight font-stretch font-variant letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift isolation
  mix-blend-mode enable-background`.split(/\s+/),
);

/** References may only point to a part of the same drawing. */
const OWN_PART = /^#[\w:.-]+$/;
const FOREIGN_URL = /url\s*\((?!\s*['"]?#[\w:.-]+['"]?\s*\))/i;
/** Escapes hide a style's content, at-rules load files, and the others are legacy syntax that could run scripts. */
const UNSAFE_STYLE =
  /[\\@<]|\/\*|expression|javascript:|-moz-binding|behavior\s*:|image-set|image\s*\(|src\s*\(/i;

/** Whether an attribute's value stays within the drawing. */
export function isSafeValue(name: string, value: string): boolean {
  if (name === 'href') return OWN_PART.test(value);
  if (name === 'style') return isSafeStyle(value);
  return !FOREIGN_URL.test(value) && !/javascript:/i.test(value);
}

/** Whether a style, of an attribute or of a whole sheet, loads nothing. */
export function isSafeStyle(css: string): boolean {
  return !UNSAFE_STYLE.test(css) && !FOREIGN_URL.test(css);
}
