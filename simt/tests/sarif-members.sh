#! /bin/sh
# Is each object of a SARIF document as SARIF 2.1.0 wants it?
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage: sh sarif-members.sh FILE.  Needs jq.  For each object that our documents
# have, the members that the standard requires are there, and no others than it
# defines; what is an array is one, and has no element twice where the standard
# forbids that (sections 3.13 to 3.57).  What is wrong is printed, a line each,
# and the exit status is 1 then.  It reads no schema, so that a test needs no
# network; the lists are those of the schema of OASIS, errata 01.

wrong=`jq -r '
  # Each object of the document, with its kind.
  def objects:
    def message: select (. != null) | ["message", .];
    def artifact: select (. != null) | ["artifactLocation", .];
    def location: select (. != null)
      | ["location", .],
	(.message | message),
	(.physicalLocation | select (. != null) | ["physicalLocation", .],
	  (.artifactLocation | artifact),
	  (.region | select (. != null) | ["region", .])),
	(.logicalLocations[]? | ["logicalLocation", .]);
    def stack: ["stack", .], (.message | message),
      (.frames[]? | ["stackFrame", .], (.location | location));
    def flow: ["codeFlow", .], (.message | message),
      (.threadFlows[]? | ["threadFlow", .], (.message | message),
	(.locations[]? | ["threadFlowLocation", .], (.location | location)));
    ["sarifLog", .],
    (.runs[]? | ["run", .],
      (.tool | ["tool", .], (.driver | ["toolComponent", .],
	(.rules[]? | ["reportingDescriptor", .]))),
      (.originalUriBaseIds // {} | .[] | artifact),
      (.invocations[]? | ["invocation", .],
	(.toolExecutionNotifications[]? | ["notification", .],
	  (.message | message))),
      (.results[]? | ["result", .], (.message | message),
	(.locations[]? | location), (.relatedLocations[]? | location),
	(.stacks[]? | stack), (.codeFlows[]? | flow)));
  # By kind: what must be there, and what else may be.
  {
    sarifLog: ["version runs", "$schema"],
    run: ["tool", "results invocations originalUriBaseIds columnKind"],
    tool: ["driver", ""],
    toolComponent: ["name", "version rules informationUri fullName"],
    reportingDescriptor: ["id", "shortDescription defaultConfiguration name"],
    invocation: ["executionSuccessful", "toolExecutionNotifications exitCode"],
    notification: ["message", "level"],
    result: ["message", "ruleId ruleIndex level kind locations relatedLocations stacks codeFlows properties"],
    location: ["", "id physicalLocation logicalLocations message"],
    physicalLocation: ["artifactLocation", "region"],
    artifactLocation: ["uri", "uriBaseId"],
    region: ["startLine", ""],
    logicalLocation: ["name", "kind"],
    message: ["text", ""],
    stack: ["frames", "message"],
    stackFrame: ["", "location"],
    codeFlow: ["threadFlows", "message"],
    threadFlow: ["locations", "id message"],
    threadFlowLocation: ["location", "nestingLevel"]
  } as $known
  | def type_ok ($k): . == null or ((.value | type) as $t
      | if .key == "message" then $t == "object"
	 elif (.key | IN ("runs", "results", "invocations", "rules",
	   "locations", "relatedLocations", "stacks", "codeFlows", "frames",
	   "threadFlows", "logicalLocations", "toolExecutionNotifications"))
	 then $t == "array"
	 elif .key == "id" and $k == "location"
	 then $t == "number" and .value >= 0
	 elif (.key | IN ("startLine", "nestingLevel", "ruleIndex"))
	 then $t == "number" and .value >= 0
	   and (.key != "startLine" or .value >= 1)
	 elif (.key | IN ("id", "text", "uri", "uriBaseId", "name", "kind",
	   "ruleId", "level", "version"))
	 then $t == "string" and (.value | length) > 0
	 else true end);
  objects
  | .[0] as $k | .[1] as $o
  | ($known[$k][0] / " " | map (select (. != ""))) as $must
  | ($known[$k][1] / " " + $must) as $may
  | if ($o | type) != "object" then "\($k) is no object"
    else
      ($must - ($o | keys))[] | "\($k) has no \(.)"
    end,
    (if ($o | type) == "object" then
      (($o | keys) - $may)[] | "\($k) has \(.), which is not SARIF"
    else empty end),
    ($o | to_entries? | .[] | select (type_ok ($k) | not)
      | "\($k): \(.key) is \(.value | tojson)"),
    (if ($k | IN ("codeFlow", "threadFlow")) then
      ($o.threadFlows // $o.locations) | select (length == 0)
      | "\($k) is empty"
    else empty end),
    (if $k == "result" then
      ($o.relatedLocations, $o.stacks) | select (. != null)
      | select ((unique | length) != length) | "a member twice: \(tojson)"
    else empty end),
    (if $k == "result" then
      $o.relatedLocations // [] | map (.id) | select (. != (unique))
      | "ids \(tojson)"
    else empty end)
' "$1" 2>&1` || wrong="jq: $wrong"
if test -n "$wrong"; then
  echo "$wrong" | sort | uniq
  exit 1
fi
