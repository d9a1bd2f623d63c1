/** Reports as mail servers write them; line ends are CRLF on the wire. */
function wire(text: string): Buffer {
  return Buffer.from(text.trimStart().replaceAll('\n', '\r\n'), 'latin1');
}

export interface StatusFields {
  action?: string;
  status?: string;
  messageId?: string;
}

/** A delivery status notification (RFC 3464) in the form of Postfix. */
export function statusReport({
  action = 'failed',
  status = '5.1.1',
  messageId = '<42.0123456789abcdef@example.com>',
}: StatusFields = {}): Buffer {
  return wire(`
Return-Path: <>
Date: Sat, 21 Nov 2026 09:59:00 +0000 (UTC)
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: hello@example.com
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="9B095B5ADSN=_01.1"
Content-Transfer-Encoding: 7bit

This is a MIME-encapsulated message.

--9B095B5ADSN=_01.1
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

<anna@example.com>: host mx.example.net said: 550 5.1.1 User unknown

--9B095B5ADSN=_01.1
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 9B095B5A
Arrival-Date: Sat, 21 Nov 2026 09:58:59 +0000 (UTC)

Final-Recipient: rfc822; anna@example.com
Original-Recipient: rfc822;anna@example.com
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.net
Diagnostic-Code: smtp; 550 5.1.1 <anna@example.com>: Recipient address rejected:
    User unknown

--9B095B5ADSN=_01.1
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Postroad <hello@example.com>
To: anna@example.com
Subject: Welcome
Message-ID:
 ${messageId}

Hello Anna

--9B095B5ADSN=_01.1--
`);
}

/** An abuse report: the example of RFC 5965, Appendix B.1, about a mail of ours. */
export function abuseReport(type = 'abuse'): Buffer {
  return wire(`
From: <abusedesk@example.net>
Date: Thu, 8 Mar 2005 17:40:36 EDT
Subject: FW: Earn money
To: <abuse@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message received from IP
192.0.2.1 on Thu, 8 Mar 2005 14:00:00 EDT.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <hello@example.com>
Original-Rcpt-To: <anna@example.com>
Received-Date: Thu, 8 Mar 2005 14:00:00 EDT
Source-IP: 192.0.2.1

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

From: <hello@example.com>
Received: from mailserver.example.com (mailserver.example.com
     [192.0.2.1]) by example.net with ESMTP id M63d4137594e46;
     Thu, 08 Mar 2005 14:00:00 -0400
To: <Undisclosed Recipients>
Subject: Earn money
MIME-Version: 1.0
Content-type: text/plain
Message-ID: <42.0123456789abcdef@example.com>
Date: Thu, 02 Sep 2004 12:31:03 -0500

Spam Spam Spam
--part1_13d.2e68ed54_boundary--
`);
}
